package dev.spine.command.debug;

import com.google.common.math.LongMath;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.EngineEvent;
import dev.spine.iop.engine.modelled.EngineState;
import dev.spine.system.output.TextTable;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.trace.TracedMessage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A person's commands at a run, one at a time. */
final class DebugSession {
    /** The commands, for people. */
    static final String HELP = """
        next [N]         executes one event, or N; a million after all is done at most, as to and time
        back [N]         goes back by one event, or N: the run is executed again up to there
        to N             stands after event N
        time T           stands after the last event up to T, for example 1.5ms
        end              goes on until all is done
        break agent|function|handler|message|transfer [NAME]   stops there from now on; a part of the name, or any
        breaks, clear    lists the breakpoints, forgets them
        continue         goes on to a breakpoint, or until all is done
        event            this event again
        message          the message that arrives with this event
        transfer         the transfer of this event, those that it requests, or those that DMA engines work on
        activation       the code of extensions that this event ran
        agents           the processors, DMA engines and buses
        pending [N]      the next 10 events, or N; all but the first may change
        digest           a number that depends on all events so far
        quit             ends
        """;
    private static final int PENDING = 10;
    private static final int MAX_PENDING = 1000;

    private final SteppedRun run;
    private final PrintWriter out;
    private final List<Breakpoint> breakpoints = new ArrayList<>();
    private final List<String> breakpointNames = new ArrayList<>();

    DebugSession(SteppedRun run, PrintWriter out) {
        this.run = run;
        this.out = out;
    }

    /**
     * Does what a person says.
     *
     * @param line a command; nothing does nothing
     * @return false when that ends the session
     * @throws DebugException it cannot be done
     */
    boolean execute(String line) {
        String[] words = line.strip().split("\\s+", 3);
        switch (words[0]) {
            case "" -> { }
            case "next", "n" -> go(LongMath.saturatedAdd(run.engine().eventNumber(), count(words, 1)));
            case "back", "b" -> go(Math.max(0, run.engine().eventNumber() - count(words, 1)));
            case "to" -> go(number(words));
            case "time" -> time(words);
            case "end" -> goOn(false);
            case "break" -> stopAt(words);
            case "breaks" -> breakpointNames.forEach(name -> out.println("  " + name));
            case "clear" -> {
                breakpoints.clear();
                breakpointNames.clear();
            }
            case "continue", "c" -> goOn(true);
            case "event" -> event();
            case "message" -> message();
            case "transfer" -> transfer();
            case "activation" -> activation();
            case "agents" -> agents();
            case "pending" -> pending((int) Math.min(MAX_PENDING, count(words, PENDING)));
            case "digest" -> out.printf("  %016x%n", run.engine().digest());
            case "help" -> out.print(HELP);
            case "quit", "q" -> {
                return false;
            }
            default -> throw new DebugException("there is no command '" + words[0] + "'; help lists them");
        }
        out.flush();
        return true;
    }

    private static long count(String[] words, long otherwise) {
        return words.length < 2 ? otherwise : number(words);
    }

    private static long number(String[] words) {
        try {
            long number = Long.parseLong(words.length < 2 ? "" : words[1]);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new DebugException(words[0] + " takes a number of events, 0 or more, for example " + words[0] + " 100");
    }

    private void go(long events) {
        run.to(events);
        event();
        if (run.engine().eventNumber() < events) {
            out.printf(run.next() == null ? "  the run has no event %d: nothing is pending%n"
                : "  all was done before event %d: only timers go on, and of them no more than a million events are executed%n", events);
        }
    }

    private void time(String[] words) {
        try {
            run.toTime(ModelledTime.parse(words.length < 2 ? "" : words[1]));
        } catch (IllegalArgumentException e) {
            throw new DebugException("time: " + e.getMessage());
        }
        event();
        if (run.stoppedEarly()) {
            out.println("  all was done before: only timers go on, and of them no more than a million events are executed");
        }
    }

    private void stopAt(String[] words) {
        if (words.length < 2) {
            throw new DebugException("break agent, function, handler, message or transfer, and a part of its name");
        }
        breakpoints.add(Breakpoint.of(words[1], words.length < 3 ? "" : words[2]));
        breakpointNames.add(String.join(" ", Arrays.asList(words).subList(1, words.length)));
    }

    private void goOn(boolean stops) {
        if (stops && breakpoints.isEmpty()) {
            throw new DebugException("continue goes on to a breakpoint, and there is none: break, or end");
        }
        boolean stopped = run.until(event -> stops && breakpoints.stream().anyMatch(point -> point.isHit(event, run.notes())));
        event();
        if (!stopped) {
            out.println("  all is done");
        }
    }

    /** The event that was executed last. */
    void event() {
        EngineEvent last = run.last();
        if (last == null) {
            out.printf("start of %s: no event has been executed%n", run.scenario().name());
        } else {
            out.printf("event %d at %s: %s%n", last.number() + 1, ModelledTime.format(last.timePs()), EventText.of(last,
                run.notes().reader()));
            run.notes().lines().forEach(line -> out.println("  " + line));
        }
        if (run.repeated() > 0) {
            out.printf("  (executed %d events again)%n", run.repeated());
        }
        out.flush();
    }

    private EngineEvent last() {
        EngineEvent last = run.last();
        if (last == null) {
            throw new DebugException("no event has been executed yet: next");
        }
        return last;
    }

    private void message() {
        TracedMessage message = EventText.message(last(), run.notes().reader());
        if (message == null) {
            throw new DebugException("no message arrives with this event; 'break message' and 'continue' find the next one");
        }
        EventText.describe(message).forEach(line -> out.println("  " + line));
    }

    /** Those that the last event is about, has requested, or has left under way. */
    private List<Transfer> transfers() {
        if (last().item() instanceof Transfer one) {
            return List.of(one);
        }
        List<Transfer> requested = run.notes().transfers();
        return !requested.isEmpty() ? requested
            : run.engine().state().dmas().stream().flatMap(dma -> dma.current().stream()).toList();
    }

    private void transfer() {
        List<Transfer> transfers = transfers();
        if (transfers.isEmpty()) {
            throw new DebugException("no DMA engine works on a transfer; 'break transfer' and 'continue' find the next one");
        }
        transfers.forEach(one -> EventText.describe(one).forEach(line -> out.println("  " + line)));
    }

    private void activation() {
        if (run.notes().activations().isEmpty()) {
            throw new DebugException("this event ran no code of extensions; 'break handler' and 'continue' find the next that does");
        }
        run.notes().activations().forEach(note -> note.lines().forEach(line -> out.println("  " + line)));
    }

    private void agents() {
        EngineState state = run.engine().state();
        TextTable agents = new TextTable("agent", "clock", "busy in all", "steps", "found nothing", "next step", "timer");
        state.agents().forEach(agent -> agents.row(agent.path(), EventText.time(agent.clockPs()), EventText.time(agent.busyPs()),
            Long.toString(agent.workingSteps()), Long.toString(agent.idleSteps()), EventText.time(agent.nextStepPs()),
            EventText.time(agent.timerPs())));
        agents.toString().lines().forEach(line -> out.println("  " + line));
        state.dmas().forEach(dma -> out.printf("  %s: %s, %d waiting%n", dma.name(), dma.current().isEmpty() ? "idle"
            : dma.current().stream().map(Transfer::toString).collect(Collectors.joining("; ")), dma.waiting()));
        state.buses().forEach(bus -> out.printf("  %s: free at %s, held for %s in all%n", bus.name(), EventText.time(bus.freeAtPs()),
            EventText.time(bus.heldPs())));
    }

    private void pending(int most) {
        for (EngineEvent event : run.engine().pending(most)) {
            out.printf("  %s  %s%n", ModelledTime.format(event.timePs()), EventText.of(event, run.notes().reader()));
        }
        out.printf("  %d in all%n", run.engine().state().pendingCount());
    }
}
