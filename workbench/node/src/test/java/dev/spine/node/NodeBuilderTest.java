package dev.spine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Box;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Layout;
import dev.spine.iop.engine.LiveEngine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ModelledEngine;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.pci.PciCard;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeBuilderTest {
    private static final WireTiming WIRE = new WireTiming(100_000_000, 1_000, 24);
    private static final ProcessorSpec PROCESSOR = new ProcessorSpec("test processor", CostTable.ofCycles(100_000_000,
        Arrays.stream(Op.values()).collect(Collectors.toMap(Function.identity(), _ -> 10.0))));

    private enum Kind {
        LIVE {
            @Override
            Engine make() {
                return new LiveEngine(Layout.ONE_CORE, 1);
            }
        },
        MODELLED {
            @Override
            Engine make() {
                return new ModelledEngine(MachineProfile.named("test").host(PROCESSOR).iop(PROCESSOR)
                    .bus(new BusTiming(33_000_000, 4, 8, 4096, 4)).dma(new DmaTiming(100, 100_000_000)).wire(WIRE).cardMemoryBytes(1 << 20)
                    .build(), 1);
            }
        };

        abstract Engine make();
    }

    @ParameterizedTest
    @EnumSource
    void nodesAtAWireBootEachOnABusOfItsOwn(Kind kind) {
        try (Engine engine = kind.make()) {
            LinkWire wire = new LinkWire("wire", WIRE, 16, WirePort.ETHERNET_PACKET_BYTES);
            NodeBuilder near = new NodeBuilder(engine, "node0", 2);
            NodeBuilder far = new NodeBuilder(engine, "node1", 1);
            NodeHost nearHost = near.host(PROCESSOR);
            NodeHost farHost = far.host(PROCESSOR);
            Iop nearCard = card(near, wire.ports().getFirst(), 1);
            Iop nearDisk = near.join(near.iop("disk", PROCESSOR, UnaryOperator.identity()));
            Iop farCard = card(far, wire.ports().getLast(), 2);
            IopDriver nearDriver = nearHost.driver().add(nearCard.function());
            nearHost.driver().add(nearDisk.function());
            farHost.driver().add(farCard.function());
            PassingTime time = new PassingTime(nearHost.agent());
            engine.start();
            boot(engine, nearHost);
            boot(engine, farHost);

            assertEquals("node1/host", farHost.agent().context().path());
            assertEquals(new Box(1, "card"), nearDriver.box());
            assertEquals(new Box(2, "disk"), nearDisk.dma().box());
            assertEquals(new Box(1, "card"), farCard.dma().box());
            assertEquals(nearCard.function().inboundPortAddress(), farCard.function().inboundPortAddress(),
                "each bus begins with its first IOP's frames");

            Tasks tasks = engine.tasks(nearHost.agent());
            long before = tasks.call(() -> nearHost.agent().context().nowNs());
            time.pass(tasks, 1_000_000);
            assertTrue(tasks.call(() -> nearHost.agent().context().nowNs()) >= before + 1_000_000);
        }
    }

    private static Iop card(NodeBuilder node, WirePort port, int number) {
        Iop card = node.join(node.iop("card", PROCESSOR, iop -> iop.window(1 << 20)));
        card.install(new NicModule(NicSettings.of("lan", 0x0253_504E_0000L + number), port));
        return card;
    }

    private static void boot(Engine engine, NodeHost host) {
        assertEquals(0, Pending.await(engine.tasks(host.agent()), "the boot", host.driver()::boot).failures().size());
    }

    @ParameterizedTest
    @EnumSource
    void aBusJoinsAsManyIopsAsWereAskedFor(Kind kind) {
        try (Engine engine = kind.make()) {
            NodeBuilder node = new NodeBuilder(engine, "node0", 1);
            node.box("card");
            assertTrue(assertThrows(IllegalStateException.class, () -> node.box("disk")).getMessage().contains("no place for disk"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardAloneLeavesRoomForTheMemoryOfItsHost(Kind kind) {
        try (Engine engine = kind.make()) {
            Iop card = NodeBuilder.ofCard(engine, "node0").iop("card", PROCESSOR, UnaryOperator.identity());
            assertTrue(card.function().inboundPortAddress() >= PciCard.CARD_MEMORY);
        }
    }
}
