package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.host.driver.HostCounters;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.param.LanGroups;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.system.SpineSystem;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SPINE SIGOPS 1998, figure 3: the router is loaded (1), forwards from card to card (2), hands over to the host (3). */
@Timeout(60)
class RouterFigureTest {
    private static final int FRAME_BYTES = 60;
    private static final long ENOUGH_NS = 50_000_000;

    private static byte[] datagram(int destination) {
        byte[] frame = new byte[FRAME_BYTES];
        UdpHeaders.write(MemorySegment.ofArray(frame), 0, 0, 0, 0xC612_0002, 0, destination, 0, 0, FRAME_BYTES - UdpHeaders.BYTES);
        return frame;
    }

    private static long hostMessages(SpineSystem system) {
        HostCounters counters = system.host().counters();
        return counters.get(HostCounters.Counter.MESSAGES_SENT) + counters.get(HostCounters.Counter.MESSAGES_RECEIVED);
    }

    /** An application on the host takes what comes to the first card's port and is for nobody else. */
    private static void listenAtHost(SpineSystem system, int[] packets) {
        LanOsm[] port = new LanOsm[1];
        port[0] = system.tasks().call(() -> new LanOsm(system.host(), system.driver(), system.hostMemory(), system.driver(ForwardSystem.IN),
            system.device(ForwardSystem.IN, ForwardSystem.LAN).tid(), new LanSettings(16, 2048, 4, 4, LanGroups.FilterMask.PROMISCUOUS, 0),
            (memory, offset, length, address, bucket) -> {
                packets[0]++;
                port[0].release(bucket);
            }, (cookie, status, detail) -> { }));
        system.await("the port", port[0]::open);
    }

    private static void offer(ForwardStage stage, ModelledEngine engine, long packets) {
        SpineSystem system = stage.system();
        ReplayOrder order = new ReplayOrder(new Pace.AsBuffersReturn(), packets);
        system.tasks().run(() -> system.host().context().deliver(stage.wire().orders(), order));
        engine.advanceTo(engine.nowNs() + ENOUGH_NS);
    }

    @Test
    @Tag("SS-45")
    @Tag("SS-46")
    @Tag("SS-47")
    void figure3HostCountersMoveWhenTheRouterIsLoadedAndWhenItHandsOverAndNotBetween() {
        ForwardRoutes routes = ForwardRoutes.of(1);
        // To somebody behind a gateway of the second card, then to the router itself.
        ForwardPackets packets = ForwardPackets.of(routes, List.of(datagram(0x0A01_0203), datagram(0xC612_0001)));
        ForwardMachine machine = ForwardMachine.modelled("lanai-33");
        ForwardStage stage = ForwardStage.build(machine, new ForwardTraffic(routes, packets), ForwardComparison.TABLE_BYTES, 1);
        try (ForwardRun run = new ForwardRun(stage, new SpineForwardPath())) {
            assertTrue(run.setupMessages() > 0, "1: the host loads the extension");
            ModelledEngine engine = (ModelledEngine) stage.system().engine();
            int[] handedOver = new int[1];
            listenAtHost(stage.system(), handedOver);
            stage.farEnd().begin(null, null);
            engine.advanceTo(engine.nowNs() + ENOUGH_NS);
            long loaded = hostMessages(stage.system());

            offer(stage, engine, 1);
            assertEquals(1, stage.farEnd().received(), "2: from card to card");
            assertEquals(loaded, hostMessages(stage.system()), "2: the host has nothing to do with it");

            offer(stage, engine, 2);
            assertEquals(2, stage.farEnd().received(), "the first of the two goes from card to card");
            assertEquals(1, handedOver[0], "3: the second of the two comes to the host");
            assertTrue(hostMessages(stage.system()) > loaded, "3: what is for the router itself comes to the host");
        }
    }
}
