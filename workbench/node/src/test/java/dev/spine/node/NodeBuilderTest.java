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
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.pci.PciCard;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeBuilderTest {
    private enum Kind {
        LIVE {
            @Override
            Engine make() {
                return new LiveEngine(ThreadLayout.ONE_CORE, 1);
            }
        },
        MODELLED {
            @Override
            Engine make() {
                return new ModelledEngine(PlainMachine.profile(DataPlacement.OF_I2O), 1);
            }
        };

        abstract Engine make();
    }

    @ParameterizedTest
    @EnumSource
    void nodesAtAWireBootEachOnABusOfItsOwn(Kind kind) {
        try (Engine engine = kind.make()) {
            LinkWire wire = new LinkWire("wire", PlainMachine.WIRE, 16, WirePort.ETHERNET_PACKET_BYTES);
            NodeBuilder near = new NodeBuilder(engine, "node0", 2);
            NodeBuilder far = new NodeBuilder(engine, "node1", 1);
            NodeHost nearHost = near.host(PlainMachine.PROCESSOR);
            NodeHost farHost = far.host(PlainMachine.PROCESSOR);
            Iop nearCard = card(near, wire.ports().getFirst(), 1);
            Iop nearDisk = near.join(near.iop("disk", PlainMachine.PROCESSOR, UnaryOperator.identity()));
            Iop farCard = card(far, wire.ports().getLast(), 2);
            IopDriver nearDriver = nearHost.driver().add(nearCard.function());
            nearHost.driver().add(nearDisk.function());
            farHost.driver().add(farCard.function());
            PassingTime time = new PassingTime(nearHost.agent());
            engine.start();
            boot(engine, nearHost);
            boot(engine, farHost);

            assertEquals("node1/host", farHost.agent().context().path());
            assertEquals(new BusAgent(1, "card"), nearDriver.busAgent());
            assertEquals(new BusAgent(2, "disk"), nearDisk.dma().busAgent());
            assertEquals(new BusAgent(1, "card"), farCard.dma().busAgent());
            assertEquals(nearCard.function().inboundPortAddress(), farCard.function().inboundPortAddress(),
                "each bus begins with its first IOP's frames");

            Tasks tasks = engine.tasks(nearHost.agent());
            long before = tasks.call(() -> nearHost.agent().context().nowNs());
            time.pass(tasks, 1_000_000);
            assertTrue(tasks.call(() -> nearHost.agent().context().nowNs()) >= before + 1_000_000);
        }
    }

    private static Iop card(NodeBuilder node, WirePort port, int number) {
        Iop card = node.join(node.iop("card", PlainMachine.PROCESSOR, iop -> iop.window(1 << 20)));
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
            node.busAgent("card");
            assertTrue(assertThrows(IllegalStateException.class, () -> node.busAgent("disk")).getMessage().contains("no place for disk"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardAloneLeavesRoomForTheMemoryOfItsHost(Kind kind) {
        try (Engine engine = kind.make()) {
            Iop card = NodeBuilder.ofCard(engine, "node0").iop("card", PlainMachine.PROCESSOR, UnaryOperator.identity());
            assertTrue(card.function().inboundPortAddress() >= PciCard.CARD_MEMORY);
        }
    }
}
