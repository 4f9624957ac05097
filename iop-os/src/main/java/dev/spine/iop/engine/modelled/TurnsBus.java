package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.BusTiming;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bus that is given to one bus agent after the other, round robin, each for at most a turn of so many bytes while another one waits, as a
 * latency timer and an arbiter do. Who is alone goes on without an interruption.
 *
 * <p>A hold is one event, at its end; when another bus agent asks meanwhile, the hold is cut at the end of the turn and its first event is
 * void.
 */
final class TurnsBus extends ModelledBus {
    /** What waits: a chunk, or an access of a processor. Kept for the next one when it is done. */
    private static final class Use {
        @Nullable BusRequest request;
        String by = "";
        int busAgent;
        int bytesLeft;
        long accessPs;
        long askedPs;
        long heldPs;
    }

    private final Effects effects;
    private final int turnBytes;
    private final List<ArrayDeque<Use>> waiting;
    private final ArrayDeque<Use> unused = new ArrayDeque<>();
    private int waitingCount;
    private @Nullable Use current;
    private int lastBusAgent;
    private long startPs;
    private long endPs;
    /** What of the present use is moved when the present hold ends. */
    private int endBytes;
    private long hold;
    private long releasedPs;
    private long heldPs;
    private long idlePs;
    private long untoldPs;

    TurnsBus(Effects effects, Bus bus, BusTiming timing, BusFabric fabric, String name, @Nullable EngineObserver observer) {
        super(bus, timing, name, observer);
        this.effects = effects;
        this.turnBytes = fabric.turnBytes();
        this.waiting = Stream.generate(ArrayDeque<Use>::new).limit(bus.busAgentCount()).toList();
    }

    @Override
    long request(BusRequest request, long nowPs) {
        Use use = use(request.by, request.busAgent, nowPs);
        use.request = request;
        use.bytesLeft = request.bytes;
        ask(use, nowPs);
        return LATER;
    }

    @Override
    void access(long nowPs, long durationPs, long access, String by) {
        Use use = use(by, ProgrammedAccess.by(access), nowPs);
        use.accessPs = durationPs;
        ask(use, nowPs);
    }

    private Use use(String by, int busAgent, long nowPs) {
        Use use = unused.isEmpty() ? new Use() : unused.poll();
        use.by = by;
        use.busAgent = busAgent;
        use.askedPs = nowPs;
        return use;
    }

    private void ask(Use use, long nowPs) {
        waiting.get(use.busAgent).add(use);
        waitingCount++;
        Use present = current;
        if (present == null) {
            give(nowPs);
        } else if (present.request != null && present.busAgent != use.busAgent && endBytes > turnBytes) {
            cut(present.request, nowPs);
        }
    }

    /** Ends the present hold with the turn that is in flight. */
    private void cut(BusRequest request, long nowPs) {
        long passedPs = nowPs - startPs;
        long bytes = (long) (endBytes * (double) passedPs / (endPs - startPs)) / turnBytes * turnBytes + turnBytes;
        while (bytes < endBytes && request.holdPs((int) bytes) < passedPs) {
            bytes += turnBytes;
        }
        if (bytes < endBytes) {
            endBytes = (int) bytes;
            endPs = startPs + request.holdPs(endBytes);
            effects.busEvent(this, null, ++hold, endPs);
        }
    }

    /** The bus goes to the next bus agent that waits. */
    private void give(long nowPs) {
        int busAgent = lastBusAgent;
        do {
            busAgent = busAgent + 1 == waiting.size() ? 0 : busAgent + 1;
        } while (waiting.get(busAgent).isEmpty());
        Use next = waiting.get(busAgent).poll();
        waitingCount--;
        lastBusAgent = busAgent;
        current = next;
        idlePs += nowPs - releasedPs;
        startPs = nowPs;
        BusRequest request = next.request;
        if (request == null) {
            endBytes = 0;
            endPs = nowPs + next.accessPs;
        } else {
            // Its own bus agent may have more to do, which may wait until it is done.
            endBytes = othersWait(busAgent) ? Math.min(turnBytes, next.bytesLeft) : next.bytesLeft;
            endPs = nowPs + request.holdPs(endBytes);
        }
        effects.busEvent(this, null, ++hold, endPs);
    }

    private boolean othersWait(int busAgent) {
        return waitingCount > waiting.get(busAgent).size();
    }

    /** A hold ends, if it is the present one and was not cut. */
    @Override
    void onEvent(@Nullable Object item, long number, long nowPs) {
        Use use = current;
        if (number != hold || use == null) {
            return;
        }
        long took = nowPs - startPs;
        heldPs += took;
        use.heldPs += took;
        untoldPs += took;
        use.bytesLeft -= endBytes;
        releasedPs = nowPs;
        current = null;
        observeHeld(0, use.by, use.askedPs, startPs, nowPs);
        if (use.request != null && use.bytesLeft > 0) {
            use.askedPs = nowPs;
            waiting.get(use.busAgent).addFirst(use);
            waitingCount++;
        } else {
            done(use, nowPs);
        }
        if (current == null && waitingCount > 0) {
            give(nowPs);
        }
    }

    private void done(Use use, long nowPs) {
        BusRequest request = use.request;
        long took = use.heldPs;
        untoldPs -= took;
        use.request = null;
        use.heldPs = 0;
        use.bytesLeft = 0;
        unused.add(use);
        if (request != null) {
            request.user.held(took);
            request.user.crossed(nowPs);
        }
    }

    @Override
    long freeAtPs() {
        return current == null ? releasedPs : endPs;
    }

    @Override
    long grantedPs() {
        return heldPs;
    }

    /** Programmed I/O is told of at its beginning, a chunk at its end. */
    @Override
    long untoldPs() {
        long early = 0;
        for (ArrayDeque<Use> ofBusAgent : waiting) {
            for (Use use : ofBusAgent) {
                early += use.request == null ? use.accessPs : 0;
            }
        }
        return untoldPs - early - (current != null && current.request == null ? current.accessPs : 0);
    }

    @Override
    long heldPs(long nowPs) {
        return heldPs + (current == null ? 0 : nowPs - startPs);
    }

    @Override
    int links() {
        return 1;
    }

    @Override
    String linkName(int link) {
        return name();
    }

    @Override
    long linkHeldPs(int link, long nowPs) {
        return heldPs(nowPs);
    }

    @Override
    long linkIdlePs(int link, long nowPs) {
        return idlePs + (current == null ? nowPs - releasedPs : 0);
    }
}
