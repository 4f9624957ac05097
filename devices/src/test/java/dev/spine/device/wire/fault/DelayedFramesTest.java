package dev.spine.device.wire.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.fault.FaultCounters.Counter;
import dev.spine.device.wire.fault.FaultyLine.Arrival;
import dev.spine.device.wire.fault.FaultyLine.End;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames that are delayed by a time, and how many there can be. */
class DelayedFramesTest {
    private static final long DELAY_NS = 5_000;

    private static List<Integer> numbers(List<Arrival> arrivals) {
        return arrivals.stream().map(Arrival::number).toList();
    }

    private static HandAgent waits(FaultyLine line, End end) {
        return end == End.SENT ? line.sender : line.receiver;
    }

    @ParameterizedTest
    @EnumSource
    void aFrameIsLateByItsTimeAndItsDeviceIsWokenThen(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(1, 0).within(DELAY_NS).build(), 1);
        assertEquals(List.of(), numbers(line.run(3)));
        assertEquals(DELAY_NS, waits(line, end).takeWakeAt());

        line.sender.advance(DELAY_NS - 1);
        line.receiver.advance(DELAY_NS - 1);
        assertEquals(List.of(), numbers(line.take()));
        assertEquals(DELAY_NS, waits(line, end).takeWakeAt(), "it asks again: a step forgets");
        line.sender.advance(1);
        line.receiver.advance(1);
        assertEquals(List.of(0, 1, 2), numbers(line.take()));
        assertEquals(Long.MAX_VALUE, waits(line, end).takeWakeAt());
        assertEquals(3, line.count(Counter.DELAYED));
    }

    @ParameterizedTest
    @EnumSource
    void aFrameThatWaitsForOthersWaitsNoLongerThanItsTime(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(1, 2).within(DELAY_NS).build(), 1);
        assertEquals(List.of(), numbers(line.run(2)), "one other is too few");
        assertTrue(line.trySend(2));
        assertEquals(List.of(0), numbers(line.take()));
        line.sender.advance(DELAY_NS);
        line.receiver.advance(DELAY_NS);
        assertEquals(List.of(1, 2), numbers(line.take()));
    }

    @ParameterizedTest
    @EnumSource
    void aFrameThatIsDelayedAndRepeatedIsLateTwice(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(1, 0).repeated(1).within(DELAY_NS).build(), 1);
        assertEquals(List.of(), numbers(line.run(2)));
        line.sender.advance(DELAY_NS);
        line.receiver.advance(DELAY_NS);
        assertEquals(List.of(0, 0, 1, 1), numbers(line.take()));
    }

    @ParameterizedTest
    @EnumSource
    void whatFindsNoRoomGoesOnAtOnceAndIsCounted(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(1, 0).within(DELAY_NS).build(), 1);
        assertEquals(IntStream.range(HeldFrames.MAX_HELD, HeldFrames.MAX_HELD + 10).boxed().toList(),
            numbers(line.run(HeldFrames.MAX_HELD + 10)));
        assertEquals(HeldFrames.MAX_HELD, line.count(Counter.DELAYED));
        assertEquals(10, line.count(Counter.NO_ROOM));
    }

    @ParameterizedTest
    @EnumSource
    void whatFindsNoRoomToBeRepeatedGoesOnOnceHoweverOften(End end) {
        FaultyLine line = new FaultyLine(end, WireFaults.builder().delayed(1, 0).repeated(1).within(DELAY_NS).build(), 1);
        int twice = HeldFrames.MAX_HELD / 2;
        assertEquals(IntStream.range(twice, twice + 200).boxed().toList(), numbers(line.run(twice + 200)));
        assertEquals(twice, line.count(Counter.REPEATED));
        assertEquals(2 * 200, line.count(Counter.NO_ROOM), "neither delayed nor repeated");
    }

    @ParameterizedTest
    @EnumSource
    void longUseLosesNoCopy(End end) {
        WireFaults faults = WireFaults.builder().delayed(0.5, 5).repeated(0.5).damaged(0.5, DamageRule.DELIVERED).within(DELAY_NS).build();
        FaultyLine line = new FaultyLine(end, faults, 1);
        long arrived = 0;
        for (int i = 0; i < 200; i++) {
            arrived += line.run(300).size();
            line.sender.advance(DELAY_NS);
            line.receiver.advance(DELAY_NS);
            arrived += line.take().size();
        }
        assertEquals(0, line.count(Counter.NO_ROOM));
        assertEquals(60_000 + line.count(Counter.REPEATED), arrived);
    }
}
