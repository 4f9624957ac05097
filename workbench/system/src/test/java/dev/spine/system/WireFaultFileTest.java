package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.nic.NicModule;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.device.wire.fault.DamageRule;
import dev.spine.device.wire.fault.FaultCounters;
import dev.spine.device.wire.fault.FaultCounters.Counter;
import dev.spine.device.wire.fault.WireFaults;
import dev.spine.iop.Iop;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.kernel.IopCounters;
import dev.spine.system.graph.SpineComponent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Faults of wires that a system file describes: what is read, and what then happens to frames. */
class WireFaultFileTest {
    private static final int PACKETS = 2_000;
    private static final String CARD = """
        [[iop]]
        name = "nic"

        [[iop.device]]
        kind = "lan"
        wire = "wire"
        """;
    private static final String FAULTY = """
        [[wire]]
        kind = "capture"
        name = "wire"
        replay = "none"

        [[wire.fault]]
        direction = "received"
        lost = 0.05
        burst-frames = 3
        damaged = 0.05
        repeated = 0.05
        delayed = 0.05
        delay-frames = 4

        [[wire.fault]]
        direction = "sent"
        port = 0
        lost = 0.05
        damaged = 0.05
        damage = "delivered"
        repeated = 0.05
        delayed = 0.05
        delay-us = 50

        """ + CARD;

    private final SpineComponent spine = SpineComponent.create();

    private SystemDescription read(String text) {
        return spine.systemFile().read("system.toml", text);
    }

    @Test
    void everyKeyMeansWhatItSays() {
        assertEquals(List.of(
            new WireFaultSpec(FaultDirection.RECEIVED, WireFaultSpec.ALL_PORTS,
                WireFaults.builder().lostInBursts(0.05, 3).damaged(0.05).repeated(0.05).delayed(0.05, 4).build()),
            new WireFaultSpec(FaultDirection.SENT, 0,
                WireFaults.builder().lost(0.05).damaged(0.05, DamageRule.DELIVERED).repeated(0.05).delayed(0.05, 0).within(50_000)
                    .build())),
            read(FAULTY).wires().getFirst().faults());
    }

    /** What a card has counted when a capture was replayed to it and it has sent as many frames. */
    private SortedMap<String, Counters<?>> exchange(String text) {
        try (SpineSystem system = EngineChoice.MODELLED.build(spine.systemFactory(), read(text))) {
            assertEquals(List.of(), system.boot().failures());
            CaptureWire capture = (CaptureWire) system.wire("wire").carrier();
            system.tasks().run(() -> system.host().context().deliver(capture.orders(),
                new ReplayOrder(new Pace.AsBuffersReturn(), PACKETS)));
            Iop iop = system.iop("nic");
            NicModule card = (NicModule) system.device("nic", "lan").module();
            MemorySegment frame = Arena.ofAuto().allocate(64);
            Tasks tasks = system.engine().tasks(iop);
            for (int i = 0; i < PACKETS; i++) {
                tasks.await("room on the wire", () -> card.transmit(frame, 0, 64));
            }
            tasks.await("the whole capture", () -> capture.isDone() && capture.ports().getFirst().arrivals().isEmpty());
            assertTrue(system.verifyConservation() > 10, "frames that are held, too");
            return system.counters().get("nic");
        }
    }

    private static FaultCounters of(SortedMap<String, Counters<?>> counters, String name) {
        return (FaultCounters) Objects.requireNonNull(counters.get(name), () -> name + " in " + counters);
    }

    @Test
    void framesMeetTheFaultsAndTheCardsCountersTellThem() {
        SortedMap<String, Counters<?>> counters = exchange(FAULTY);
        FaultCounters received = of(counters, "wire faults received");
        for (Counter each : new Counter[] {Counter.LOST, Counter.DROPPED, Counter.REPEATED, Counter.DELAYED}) {
            assertTrue(received.get(each) > PACKETS / 50 && received.get(each) < PACKETS / 8, () -> each + ": " + received);
        }
        FaultCounters sent = of(counters, "wire faults sent");
        for (Counter each : new Counter[] {Counter.LOST, Counter.DAMAGED, Counter.REPEATED, Counter.DELAYED}) {
            assertTrue(sent.get(each) > PACKETS / 50 && sent.get(each) < PACKETS / 8, () -> each + ": " + sent);
        }
        long taken = ((IopCounters) Objects.requireNonNull(counters.get("kernel"))).get(IopCounters.Counter.PACKETS_IN);
        assertTrue(Math.abs(PACKETS - received.get(Counter.LOST) - received.get(Counter.DROPPED) + received.get(Counter.REPEATED) - taken)
            < 10, () -> taken + " taken, " + received);
    }

    @Test
    void theSeedOfTheFileIsThatOfItsFaults() {
        String once = exchange("seed = 7\n" + FAULTY).toString();
        assertEquals(once, exchange("seed = 7\n" + FAULTY).toString());
        assertNotEquals(once, exchange("seed = 8\n" + FAULTY).toString());
    }

    @Test
    void aWireWithoutFaultsIsNotWrapped() {
        String plain = """
            [[wire]]
            kind = "capture"
            name = "wire"

            """ + CARD;
        try (SpineSystem system = EngineChoice.MODELLED.build(spine.systemFactory(), read(plain))) {
            assertEquals(CaptureWire.class, system.wire("wire").getClass());
        }
    }
}
