package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.report.InstanceLog;
import dev.spine.extension.runtime.report.InstanceReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sample.Collector;

class ActivationObserverTest {
    /** Writes down what it hears. */
    private static final class Notes implements ActivationObserver {
        final List<String> lines = new ArrayList<>();

        @Override
        public void onBegin(int instance, String what, @Nullable Message message) {
            lines.add("begin " + what + (message == null ? "" : " " + message.kind() + " " + message.word(0)));
        }

        @Override
        public void onLine(int instance, String file, int line) {
            lines.add("line " + file);
        }

        @Override
        public void onCall(int instance, String call) {
            lines.add("call " + call);
        }

        @Override
        public void onEnd(int instance, int fuel, long heapBytes, @Nullable String failure) {
            lines.add("end " + failure);
        }

        long count(String what) {
            return lines.stream().filter(what::equals).count();
        }
    }

    private static InstanceReport run(@Nullable ActivationObserver observer, int... orders) {
        try (Card card = new Card()) {
            if (observer != null) {
                card.runtime.observe(observer);
            }
            int instance = card.loaded(Collector.class);
            for (int order : orders) {
                card.small(instance, 1, order);
                card.settle();
            }
            return assertNotNull(card.runtime.report(instance));
        }
    }

    private static <T> T assertNotNull(@Nullable T value) {
        org.junit.jupiter.api.Assertions.assertNotNull(value);
        return value;
    }

    @Test
    void observersHearOfMessageLinesCallsAndEndInOrder() {
        Notes notes = new Notes();
        run(notes, 7);
        assertTrue(notes.lines.subList(0, notes.lines.indexOf("begin start")).stream().allMatch("line Collector.java"::equals),
            "only the constructor comes before the start");
        int begin = notes.lines.indexOf("begin handler 1 SMALL 7");
        assertTrue(begin > 0, () -> "the order's activation is in " + notes.lines);
        assertTrue(notes.lines.get(begin + 1).equals("line Collector.java"), () -> "lines follow: " + notes.lines);
        int allocated = notes.lines.indexOf("call allocate(256) = buffer of 256 bytes");
        int submitted = notes.lines.indexOf("call submit transfer of 1 runs");
        assertTrue(begin < allocated && allocated < submitted, () -> "calls are in order: " + notes.lines);
        assertTrue(notes.lines.contains("call release buffer of 256 bytes") || notes.lines.contains("call release empty buffer"),
            notes.lines::toString);
        assertTrue(notes.lines.contains("begin handler 40 TRANSFER 1"), notes.lines::toString);
        assertEquals(3, notes.count("end null"), "start, the order, the end of the transfer");
    }

    @Test
    void failuresAreToldWhereTheActivationEnds() {
        Notes notes = new Notes();
        run(notes, 1);
        assertEquals("end java.lang.IllegalStateException: the test wanted this", notes.lines.getLast());
    }

    @Test
    void observedActivationsUseTheSameFuelAndHeap() {
        int[] orders = {2, 7, 6, 5, 9};
        InstanceReport plain = run(null, orders);
        InstanceReport observed = run(new Notes(), orders);
        assertEquals(plain, observed);
        assertTrue(plain.fuelUsed() > 0);
    }

    @Test
    void logsKeepTheLastLinesEachBoundedAndInOneLine() {
        try (Card card = new Card()) {
            int instance = card.loaded(Collector.class);
            card.small(instance, 1, 9, 100, 300);
            card.settle();
            InstanceReport report = assertNotNull(card.runtime.report(instance));
            assertEquals(InstanceLog.LINES, report.log().size());
            assertEquals(0, report.logSuppressed());
            String last = report.log().getLast();
            assertTrue(last.matches("\\d+\\.\\d{6} line 99 x+"), last);
            assertTrue(last.length() < InstanceLog.LINE_LENGTH + 20, last);
            card.small(instance, 1, 9, 400, 1);
            card.settle();
            InstanceReport after = assertNotNull(card.runtime.report(instance));
            assertTrue(after.logSuppressed() > 0, "what is too much in a second is counted");
        }
    }
}
