package dev.spine.device.wire.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.fault.FaultCounters.Counter;
import dev.spine.device.wire.fault.FaultyLine.Arrival;
import dev.spine.device.wire.fault.FaultyLine.End;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.engine.WireTiming;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How often what happens, to which frames, and that it repeats. {@code -Dspine.seed=N} draws other faults. */
class FaultSharesTest {
    private static final int FRAMES = 100_000;
    private static final long SEED = Long.getLong("spine.seed", 1);
    /** Beyond so many standard deviations are 6 of 10,000,000 counts. */
    private static final double DEVIATIONS = 5;

    private static void assertShare(double share, long count, long of, String what) {
        double limit = DEVIATIONS * Math.sqrt(of * share * (1 - share));
        assertTrue(Math.abs(count - of * share) <= limit,
            () -> "seed " + SEED + ": " + count + " of " + of + " " + what + ", wanted " + of * share + " +- " + limit);
    }

    @ParameterizedTest
    @EnumSource
    void soManyAreLostAndTheOthersArriveInOrder(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().lost(0.01).build(), SEED);
        List<Arrival> arrivals = line.run(FRAMES);

        assertShare(0.01, line.count(Counter.LOST), FRAMES, "lost");
        assertEquals(FRAMES - line.count(Counter.LOST), arrivals.size());
        int before = -1;
        for (Arrival arrival : arrivals) {
            assertTrue(arrival.number() > before);
            assertEquals(arrival.behind(), arrival.number(), "it is not late");
            assertEquals(0, arrival.wrongBits());
            before = arrival.number();
        }
    }

    @ParameterizedTest
    @EnumSource
    void soManyAreRepeatedOneBehindTheOther(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().repeated(0.03).build(), SEED);
        List<Arrival> arrivals = line.run(FRAMES);

        assertShare(0.03, line.count(Counter.REPEATED), FRAMES, "repeated");
        assertEquals(FRAMES + line.count(Counter.REPEATED), arrivals.size());
        for (int i = 0, number = 0; i < arrivals.size(); i++, number++) {
            assertEquals(new Arrival(number, number, 0), arrivals.get(i));
            if (i + 1 < arrivals.size() && arrivals.get(i + 1).number() == number) {
                i++;
                assertEquals(new Arrival(number, number, 0), arrivals.get(i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void soManyAreDelayedBehindAsManyOthersAsWasSaid(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(0.05, 3).build(), SEED);
        List<Arrival> arrivals = line.run(FRAMES + 3);

        long late = arrivals.stream().filter(arrival -> arrival.number() != arrival.behind()).count();
        assertShare(0.05, line.count(Counter.DELAYED), FRAMES + 3, "delayed");
        assertTrue(late >= line.count(Counter.DELAYED) - 3 && late <= line.count(Counter.DELAYED));
        arrivals.forEach(arrival -> assertTrue(arrival.number() == arrival.behind() || arrival.number() + 3 == arrival.behind(),
            () -> "late by 3 or not at all: " + arrival));
        Set<Integer> numbers = new HashSet<>();
        arrivals.forEach(arrival -> assertTrue(numbers.add(arrival.number()), "none twice"));
        for (int i = 0; i < FRAMES; i++) {
            assertTrue(numbers.contains(i), "none is lost");
        }
        assertEquals(0, line.count(Counter.NO_ROOM));
    }

    @ParameterizedTest
    @EnumSource
    void soManyAreDamagedInOneBitWhereNothingFindsThat(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().damaged(0.02, DamageRule.DELIVERED).build(), SEED);
        List<Arrival> arrivals = line.run(FRAMES);

        assertEquals(FRAMES, arrivals.size());
        assertEquals(line.count(Counter.DAMAGED), arrivals.stream().filter(arrival -> arrival.wrongBits() == 1).count());
        assertEquals(FRAMES - line.count(Counter.DAMAGED), arrivals.stream().filter(arrival -> arrival.wrongBits() == 0).count());
        assertShare(0.02, line.count(Counter.DAMAGED), FRAMES, "damaged");
    }

    @ParameterizedTest
    @EnumSource
    void theDamagedBitIsAnyOfTheFrame(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().damaged(1, DamageRule.DELIVERED).build(), SEED);
        BitSet bits = new BitSet();
        byte[] sent = Frames.frame(1, 2, 0, FaultyLine.FRAME_BYTES).toArray(ValueLayout.JAVA_BYTE);
        int all = 8 * FaultyLine.FRAME_BYTES;
        // All bits but one are missed by a chance of 512 * (511 / 512) ^ 20,000, which is 5e-15.
        for (int i = 0; i < 20_000; i++) {
            assertTrue(line.trySend(0));
            var packet = line.to.receive(line.receiver);
            bits.or(differing(sent, packet.memory().asSlice(packet.offset(), packet.length()).toArray(ValueLayout.JAVA_BYTE)));
            packet.release(line.receiver);
        }
        assertEquals(all, bits.cardinality());
    }

    private static BitSet differing(byte[] one, byte[] other) {
        BitSet bits = BitSet.valueOf(one);
        bits.xor(BitSet.valueOf(other));
        return bits;
    }

    @ParameterizedTest
    @EnumSource
    void damageThatACheckSequenceFindsIsDroppedAndCounted(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().damaged(0.02).build(), SEED);
        List<Arrival> arrivals = line.run(FRAMES);

        assertShare(0.02, line.count(Counter.DROPPED), FRAMES, "damaged and dropped");
        assertEquals(FRAMES - line.count(Counter.DROPPED), arrivals.size());
        assertTrue(arrivals.stream().allMatch(arrival -> arrival.wrongBits() == 0));
        assertEquals(0, line.count(Counter.DAMAGED));
    }

    /** A link whose ends look at no check sequence, as those of a TAP interface do not. */
    private record Unchecked(Wire link) implements Wire {
        @Override
        public String name() {
            return link.name();
        }

        @Override
        public List<WirePort> ports() {
            return link.ports();
        }

        @Override
        public boolean checksFrames() {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource
    void theWireSaysWhetherDamageIsFound(End end) {
        Wire wire = new Unchecked(new LinkWire("cable", Wire.IMMEDIATE, 8, WirePort.ETHERNET_PACKET_BYTES));
        FaultyLine line = new FaultyLine(end, WireFaults.builder().damaged(1).build(), SEED, wire);
        assertEquals(List.of(1, 1, 1), line.run(3).stream().map(Arrival::wrongBits).toList());
        assertEquals(3, line.count(Counter.DAMAGED));
    }

    @ParameterizedTest
    @EnumSource
    void allFaultsTogetherAddUp(End end) {
        WireFaults faults = WireFaults.builder().lost(0.02).damaged(0.03).repeated(0.04).delayed(0.05, 2).build();
        FaultyLine line = new FaultyLine(end, faults, SEED);
        long arrived = line.run(FRAMES).size();

        long lost = line.count(Counter.LOST);
        long dropped = line.count(Counter.DROPPED);
        assertShare(0.02, lost, FRAMES, "lost");
        assertShare(0.03, dropped, FRAMES - lost, "dropped");
        assertShare(0.04, line.count(Counter.REPEATED), FRAMES - lost - dropped, "repeated");
        assertShare(0.05, line.count(Counter.DELAYED), FRAMES - lost - dropped, "delayed");
        long kept = end == End.SENT ? ((FaultyPort) line.from).keptFromWire() : ((FaultyPort) line.to).keptFromDevice();
        assertEquals(FRAMES, arrived + kept);
    }

    @ParameterizedTest
    @EnumSource
    void burstsHaveTheirShareAndTheirLength(End end) {
        double share = 0.05;
        double length = 4;
        FaultyLine line = new FaultyLine(end, WireFaults.builder().lostInBursts(share, length).build(), SEED);
        List<Integer> gaps = gaps(line.run(FRAMES));

        long lost = line.count(Counter.LOST);
        // Neighbours are alike, so a count varies as that of fewer frames.
        double correlation = 1 - 1 / length - share / (1 - share) / length;
        double limit = DEVIATIONS * Math.sqrt(FRAMES * share * (1 - share) * (1 + correlation) / (1 - correlation));
        assertTrue(Math.abs(lost - FRAMES * share) <= limit, () -> "seed " + SEED + ": " + lost + " lost, limit " + limit);
        double mean = gaps.stream().mapToInt(Integer::intValue).average().orElse(0);
        double meanLimit = DEVIATIONS * Math.sqrt(length * (length - 1) / gaps.size());
        assertTrue(Math.abs(mean - length) <= meanLimit, () -> "seed " + SEED + ": " + mean + " in a burst, limit " + meanLimit);
    }

    /** How many are missing in a row. */
    private static List<Integer> gaps(List<Arrival> arrivals) {
        List<Integer> gaps = new ArrayList<>();
        int next = 0;
        for (Arrival arrival : arrivals) {
            if (arrival.number() > next) {
                gaps.add(arrival.number() - next);
            }
            next = arrival.number() + 1;
        }
        return gaps;
    }

    @ParameterizedTest
    @EnumSource
    void aSeedRepeatsAndAnotherOneDoesNot(End end) {
        WireFaults faults = WireFaults.builder().lost(0.1).damaged(0.1, DamageRule.DELIVERED).repeated(0.1).delayed(0.1, 2).build();
        List<Arrival> once = new FaultyLine(end, faults, SEED).run(1_000);
        assertEquals(once, new FaultyLine(end, faults, SEED).run(1_000));
        assertNotEquals(once, new FaultyLine(end, faults, SEED + 1).run(1_000));
    }

    @ParameterizedTest
    @EnumSource
    void whoeverHasToWaitForTheWireMeetsTheSameFaults(End end) {
        WireFaults faults = WireFaults.builder().lost(0.1).repeated(0.1).delayed(0.1, 2).build();
        List<Integer> free = new FaultyLine(end, faults, SEED).run(5_000).stream().map(Arrival::number).sorted().toList();
        // 64 KiB may wait: frames are sent far faster than they leave.
        FaultyLine slow = new FaultyLine(end, faults, SEED, new WireTiming(1_000_000_000L, 0, 0));
        List<Arrival> late = new ArrayList<>(slow.run(5_000));
        for (int i = 0; i < 100; i++) {
            slow.sender.advance(WireFaults.USUAL_DELAY_NS / 10);
            slow.receiver.advance(WireFaults.USUAL_DELAY_NS / 10);
            late.addAll(slow.take());
        }
        List<Integer> all = late.stream().map(Arrival::number).sorted().toList();
        assertTrue(all.containsAll(free));
        assertEquals(0, slow.to.received().drops());
        // Those that were still delayed at the end of the fast run have arrived in the slow one.
        assertEquals(5_000 - slow.count(Counter.LOST) + slow.count(Counter.REPEATED), all.size());
        assertTrue(all.size() - free.size() <= 6);
    }

    @ParameterizedTest
    @EnumSource
    void theFaultsOfAPortDoNotDependOnOthers(End end) {
        WireFaults faults = WireFaults.builder().lost(0.2).repeated(0.2).build();
        List<Integer> alone = exchange(end, faults, false);
        assertEquals(alone, exchange(end, faults, true));
    }

    private static List<Integer> exchange(End end, WireFaults faults, boolean both) {
        FaultyWire.Builder builder = FaultyWire.around(new LinkWire("cable", Wire.IMMEDIATE, 8, WirePort.ETHERNET_PACKET_BYTES)).seed(SEED);
        FaultyWire wire = (end == End.SENT ? builder.sent(faults) : builder.received(faults)).build();
        HandAgent left = HandAgent.modelled("iop1");
        HandAgent right = HandAgent.modelled("iop2");
        List<Integer> arrived = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            assertTrue(wire.ports().get(0).trySend(left, Frames.frame(1, 2, i, 64), 0, 64));
            if (both) {
                assertTrue(wire.ports().get(1).trySend(right, Frames.frame(2, 1, i, 64), 0, 64));
            }
            for (var packet = wire.ports().get(1).receive(right); packet != null; packet = wire.ports().get(1).receive(right)) {
                arrived.add(Frames.number(packet.memory(), packet.offset()));
                packet.release(right);
            }
            for (var packet = wire.ports().get(0).receive(left); packet != null; packet = wire.ports().get(0).receive(left)) {
                packet.release(left);
            }
        }
        return arrived;
    }
}
