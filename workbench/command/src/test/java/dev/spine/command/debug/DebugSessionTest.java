package dev.spine.command.debug;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.scenario.Scenarios;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.EngineState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A debugger shows the same at the same event, however it got there, and what it shows is what happens. */
@Timeout(120)
class DebugSessionTest {
    private static final String EVERYTHING = "agents";

    /** A session whose output is asked for command by command. */
    private static final class Talk implements AutoCloseable {
        private final SteppedRun run;
        private final StringWriter text = new StringWriter();
        private final DebugSession session;

        Talk(String scenario, long seed) {
            this(scenario, "lanai-33", 5, seed);
        }

        Talk(String scenario, String profile, int packets, long seed) {
            run = new SteppedRun(Objects.requireNonNull(Scenarios.of(scenario, profile, packets)), seed);
            session = new DebugSession(run, new PrintWriter(text));
        }

        String say(String command) {
            text.getBuffer().setLength(0);
            assertTrue(session.execute(command));
            return text.toString().replaceAll("  \\(executed \\d+ events again\\)\\R", "");
        }

        /** All that can be seen at an event. */
        String all() {
            return say("event") + say(EVERYTHING) + say("pending 100") + say("digest");
        }

        @Override
        public void close() {
            run.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"spine, 1", "i2o, 2", "host, 3", "boot, 4", "forward-spine, 5"})
    void backAndNextShowTheSameAgain(String scenario, long seed) {
        long drawn = Long.getLong("spine.seed", seed);
        SplittableRandom random = new SplittableRandom(drawn);
        try (Talk talk = new Talk(scenario, seed)) {
            talk.say("end");
            long events = talk.run.engine().eventNumber();
            for (int i = 0; i < 5; i++) {
                long event = 1 + random.nextLong(events - 1);
                talk.say("to " + event);
                String there = talk.all();
                assertTrue(there.startsWith("event " + event + " at "), there);
                talk.say("back");
                assertFalse(there.equals(talk.all()));
                talk.say("next");
                assertEquals(there, talk.all(), () -> "event " + event + " of " + scenario + ", spine.seed " + drawn);
                talk.say("back 3");
                talk.say("next 3");
                assertEquals(there, talk.all(), () -> "event " + event + " of " + scenario + ", spine.seed " + drawn);
            }
        }
    }

    @Test
    void aRunThatIsRestoredGoesOnToTheSameEnd() {
        try (Talk talk = new Talk("spine", 1)) {
            talk.say("end");
            String end = talk.all();
            talk.say("to 500");
            talk.say("end");
            assertEquals(end, talk.all());
            talk.say("to 0");
            assertTrue(talk.say("event").startsWith("start of spine"));
        }
    }

    @Test
    void whatComesNextIsWhatWasPending() {
        try (Talk talk = new Talk("i2o", 1)) {
            talk.say("to 300");
            for (int i = 0; i < 300; i++) {
                String pending = talk.say("pending 1").lines().findFirst().orElseThrow().strip();
                String event = talk.say("next").lines().findFirst().orElseThrow();
                // A transfer that moves meanwhile says how far it is.
                assertEquals(pending.replaceAll("\\s+", " ").replaceAll(", [0-9]+ bytes moved|PENDING|DONE", ""),
                    event.replaceFirst("event \\d+ at (\\S+ us):", "$1").replaceAll(", [0-9]+ bytes moved|PENDING|DONE", ""));
            }
        }
    }

    @Test
    void oneActivationIsShownWithItsMessageAndFuel() {
        try (Talk talk = new Talk("spine", 1)) {
            talk.say("break handler packet");
            talk.say("continue");
            String activation = talk.say("activation");
            assertTrue(activation.contains("of node0/nic: packet handler") && activation.contains("message PACKET")
                && activation.matches("(?s).*used \\d+ units of fuel.*"), activation);
        }
    }

    @Test
    void oneMessageIsShownAsTheCatalogueReadsIt() {
        try (Talk talk = new Talk("boot", 1)) {
            talk.say("break function EXEC_SYS_TAB_SET");
            assertTrue(talk.say("continue").contains("EXEC_SYS_TAB_SET of node0/host arrives in"));
            String message = talk.say("message");
            assertTrue(message.contains("request EXEC_SYS_TAB_SET") && message.contains("ExecSysTabSet[") && message.contains("0000 "),
                message);
        }
    }

    @Test
    void oneTransferIsShownWithItsRuns() {
        try (Talk talk = new Talk("spine", 1)) {
            talk.say("break handler packet");
            talk.say("continue");
            talk.say("clear");
            talk.say("break transfer nic");
            talk.say("continue");
            String transfer = talk.say("transfer");
            assertTrue(transfer.contains("0 bytes moved, grant ") && transfer.contains("run 0: ") && transfer.contains(" bytes from "),
                transfer);
        }
    }

    @Test
    void aTimeIsTheLastEventUpToIt() {
        try (Talk talk = new Talk("spine", 1)) {
            talk.say("time 1ms");
            assertTrue(talk.run.engine().state().timePs() <= 1_000_000_000L);
            assertTrue(Objects.requireNonNull(talk.run.next()).timePs() > 1_000_000_000L);
            String there = talk.all();
            talk.say("time 2ms");
            talk.say("time 1ms");
            assertEquals(there, talk.all());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "to", "to x", "to -1", "next many", "break", "break window", "continue", "message", "transfer",
        "activation", "time", "time soon"})
    void whatCannotBeDoneIsOneLine(String command) {
        try (Talk talk = new Talk("boot", 1)) {
            String problem = assertThrows(DebugException.class, () -> talk.say(command)).getMessage();
            assertEquals(1, problem.lines().count(), problem);
        }
    }

    @Test
    void everyChannelOfADmaEngineShowsItsTransfer() {
        try (Talk talk = new Talk("i2o", "lanai-33 with iop.cycles.unit=0.05 with dma.channels=4 with dma.setup-ns=50000", 20, 1)) {
            while (talk.run.engine().state().dmas().stream().noneMatch(dma -> dma.current().size() == 4)) {
                assertTrue(talk.run.step(), "no engine works on four transfers at a time");
            }
            // An event that has to do with a transfer of its own shows that one alone.
            do {
                assertTrue(talk.run.step(), "every event is about a transfer");
            } while (Objects.requireNonNull(talk.run.last()).item() instanceof Transfer || !talk.run.notes().transfers().isEmpty()
                || talk.run.engine().state().dmas().stream().noneMatch(dma -> dma.current().size() > 1));
            EngineState.DmaState busy = talk.run.engine().state().dmas().stream().filter(dma -> dma.current().size() > 1).findFirst()
                .orElseThrow();
            String agents = talk.say("agents");
            String shown = talk.say("transfer");
            for (Transfer transfer : busy.current()) {
                assertTrue(agents.lines().anyMatch(line -> line.contains(busy.name()) && line.contains(transfer.toString())), agents);
            }
            assertTrue(shown.lines().filter(line -> line.contains("bytes moved")).count() >= busy.current().size(), shown);
        }
    }

    @Test
    void farBehindTheEndItSaysThatOnlyTimersGoOn() {
        try (Talk talk = new Talk("forward-spine", 1)) {
            String said = talk.say("to 9223372036854775807");
            assertTrue(said.contains("all was done before event 9223372036854775807: only timers go on, and of them no more than a million")
                || said.contains("the run has no event 9223372036854775807: nothing is pending"), said);
        }
    }

    @Test
    void whateverIsTypedIsDoneOrAnsweredInOneLine() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        String[] words = {"next", "back", "to", "time", "break", "breaks", "clear", "event", "message", "transfer", "activation", "agents",
            "pending", "digest", "help", "b", "n", "c", "continue", "agent", "function", "handler", "0", "-1", "1", "7", "300", "1ms",
            "1.5us", "-1ms", "99999999999999999999", "9e9ms", "NaN", "%s%n%d", "\u0000", "\uFFFF", "'", "\\", "x".repeat(10_000), "", "\t"};
        try (Talk talk = new Talk("spine", 1)) {
            for (int i = 0; i < 300; i++) {
                StringBuilder line = new StringBuilder();
                for (int n = random.nextInt(5); n > 0; n--) {
                    line.append(words[random.nextInt(words.length)]).append(random.nextInt(8) == 0 ? "" : " ");
                }
                try {
                    talk.say(line.toString());
                } catch (DebugException e) {
                    assertEquals(1, String.valueOf(e.getMessage()).lines().count(), () -> "spine.seed " + seed + ": " + line + ": " + e);
                } catch (RuntimeException e) {
                    throw new AssertionError("spine.seed " + seed + ": " + line, e);
                }
            }
        }
    }

    @Test
    void behindTheLastEventThereIsNone() {
        try (Talk talk = new Talk("boot", 1)) {
            assertTrue(talk.say("to 1000000").contains("the run has no event 1000000"));
            String end = talk.all();
            talk.say("back");
            talk.say("next");
            assertEquals(end, talk.all());
        }
    }
}
