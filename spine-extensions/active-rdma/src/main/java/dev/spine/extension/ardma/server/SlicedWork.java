package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.BufferArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import org.jspecify.annotations.Nullable;

/**
 * What takes longer than a message may: proofs of routines, and runs. Each begins in the activation that brought it, and goes on in the
 * background, a slice of each in turn, and in activations that bring word of the disk for which it waits.
 */
final class SlicedWork {
    /** Bytes of code that a client may have here at a time: each instruction takes some 40 bytes of the heap. */
    private static final int MAX_CODE_BYTES = 16_384;
    /** The same of the own host's procedures. */
    private static final int MAX_PROCEDURE_BYTES = 65_536;
    private static final int PARTS = 4;
    /** Instructions between two looks at the fuel: what eight of the dearest take is less than {@link #LONGEST_PART}. */
    private static final int SLICE = 8;
    /**
     * Units of fuel that a request has used in the activation that brought it when no further part begins, and all together in one that
     * brings what they wait for.
     */
    private static final int AT_ONCE = 150_000;
    /** Units of fuel that a turn of the background has used when no further part begins. */
    private static final int TURN = 300_000;
    /** Units of fuel that the longest part of the work may need. */
    private static final int LONGEST_PART = 60_000;
    private static final long RETRY_NS = 200_000;

    private final ExtensionContext context;
    private final Forms forms;
    private final CompiledRuns compiled;
    private final RoutineStore store;
    private final Procedures procedures;
    private final AreaTable areas;
    private final CallList lists;
    private final RangeAccess ranges;
    private final Request[] requests;
    private final Counter calls;
    private final Counter stepCount;
    /** Whose turn it is in the background. */
    private int next;
    /** Who looks next whether what has come is for it; who looks first the next time that something comes. */
    private int looking;
    private int firstLook;
    /** The fuel at which the looks of this activation end. */
    private int lookFloor;
    private boolean scheduled;
    /** A request is blocked, or waits for a background that was not to be had. */
    private boolean someWait;
    private boolean retrySet;
    private long mostSteps = 10_000_000;
    private long mostEmitted = 1 << 20;
    private int mostRoutines = 8;

    SlicedWork(ExtensionContext context, AreaTable areas, Request[] requests) {
        this.context = context;
        this.forms = new Forms(context);
        this.compiled = new CompiledRuns(context, forms);
        this.store = new RoutineStore(forms);
        this.procedures = new Procedures(store);
        forms.listen(store, compiled);
        this.areas = areas;
        this.lists = new CallList(areas);
        this.ranges = new RangeAccess(context, areas);
        this.requests = requests;
        this.calls = context.counter("calls");
        this.stepCount = context.counter("steps of calls");
    }

    /** {@return the routines that clients have installed} */
    RoutineStore store() {
        return store;
    }

    /** {@return the routines that the own host offers} */
    Procedures procedures() {
        return procedures;
    }

    /** {@return reads and writes of several ranges} */
    RangeAccess ranges() {
        return ranges;
    }

    /** {@return the areas that are open} */
    AreaTable areas() {
        return areas;
    }

    /** Sets the limits of a call, and of a client: {@return a status} */
    int limit(long steps, long emitted, int routines) {
        if (steps < 1 || emitted < 0 || routines < 0) {
            return ArdmaProtocol.MALFORMED;
        }
        mostSteps = steps;
        mostEmitted = emitted;
        mostRoutines = routines;
        return ArdmaProtocol.DONE;
    }

    // --- how it begins

    void install(Request request, Message message, Session by) {
        if (message.kind() != Message.Kind.BULK) {
            request.answer(ArdmaProtocol.MALFORMED);
        } else if (by.routines >= mostRoutines(by)) {
            request.answer(ArdmaProtocol.TOO_MANY);
        } else {
            take(request, message, by, 0);
        }
    }

    /** What the own host offers counts against no client, and no client's limit against it. */
    private int mostRoutines(Session by) {
        return by.isHost() ? Procedures.MAX : mostRoutines;
    }

    private static int mostCode(Session by) {
        return by.isHost() ? MAX_PROCEDURE_BYTES : MAX_CODE_BYTES;
    }

    private void take(Request request, Message message, Session by, int first) {
        int bytes = message.buffer().length() - first;
        if (message.buffer().length() > ArdmaProtocol.MAX_BYTES) {
            request.answer(ArdmaProtocol.OUT_OF_BOUNDS);
            return;
        }
        Buffer memory = bytes < 1 ? null : context.allocate(bytes);
        if (memory == null) {
            request.answer(bytes < 1 ? ArdmaProtocol.MALFORMED : ArdmaProtocol.BUSY);
            return;
        }
        memory.copyFrom(0, message.buffer(), first, bytes);
        request.routine = new KeptRoutine(memory, by);
        request.step = Request.Step.PROVE;
    }

    void call(Request request, Message message, Session by) {
        KeptRoutine found = store.find((long) message.word(2) << Integer.SIZE | message.word(3) & 0xFFFF_FFFFL, by);
        int status = found == null ? ArdmaProtocol.NO_ROUTINE : lists.read(request, message);
        if (found == null || status != ArdmaProtocol.DONE) {
            request.answer(status);
        } else {
            request.routine = found;
            enter(request, found);
        }
    }

    void callOnce(Request request, Message message, Session by) {
        int status = message.kind() == Message.Kind.BULK ? lists.read(request, message) : ArdmaProtocol.MALFORMED;
        if (status == ArdmaProtocol.DONE) {
            take(request, message, by, CallList.bytes(message));
        } else {
            request.answer(status);
        }
    }

    private static void enter(Request request, KeptRoutine kept) {
        Routine routine = kept.routine();
        if (routine.method(0).parameters() != request.argumentCount || routine.areas() > request.areaCount) {
            request.answer(ArdmaProtocol.WRONG_ARGUMENTS);
        } else {
            kept.runs++;
            request.step = Request.Step.WAIT_FOR_MACHINE;
        }
    }

    // --- how it goes on

    /** Takes a request as far as this activation may. */
    void begin(Request request) {
        begin(request, floor());
    }

    /** {@return the fuel that is to be left when an activation has done at once what it may} */
    private int floor() {
        return Math.max(context.fuelLeft() - AT_ONCE, LONGEST_PART);
    }

    private void begin(Request request, int floor) {
        while (isAtWork(request) && hasFuel(request, floor) && advance(request)) {
            // The next part.
        }
        schedule(request);
    }

    /** Whether there is fuel for the next part: a compiled form waits for the next activation rather than be interpreted. */
    private boolean hasFuel(Request request, int least) {
        return context.fuelLeft() > Math.max(least, CompiledRuns.needed(request));
    }

    private void schedule(Request request) {
        if (isAtWork(request) && !scheduled) {
            scheduled = context.background(ArdmaProtocol.WORK, 0);
            someWait |= !scheduled;
        }
    }

    /** The background: a slice of the next request that has work. {@return it, or null when there is none} */
    @Nullable Request work() {
        scheduled = false;
        int floor = Math.max(context.fuelLeft() - TURN, LONGEST_PART);
        for (int i = 0; i < requests.length && context.fuelLeft() > floor; i++) {
            Request request = requests[next];
            next = behind(next);
            if (isAtWork(request) && advance(request)) {
                while (isAtWork(request) && hasFuel(request, floor) && advance(request)) {
                    // The next part.
                }
                return request;
            }
        }
        return null;
    }

    /** Asks for the background when something has work. */
    void scheduleAny() {
        for (int i = 0; i < requests.length && !scheduled; i++) {
            schedule(requests[i]);
        }
    }

    private static boolean isAtWork(Request request) {
        return !request.isBlocked && switch (request.step) {
            case PROVE, RUN, WAIT_FOR_MACHINE, ACCESS, RANGES, TAKE_BACK -> true;
            case NONE, PIECE, WAIT_FOR_READER, ANSWER -> false;
        };
    }

    /** Does a part of a request's work; false when it can do nothing before something comes that it has asked for. */
    private boolean advance(Request request) {
        boolean done = switch (request.step) {
            case PROVE -> prove(request);
            case WAIT_FOR_MACHINE -> start(request);
            case ACCESS -> PlainAccess.goOn(request);
            case RANGES -> ranges.goOn(request);
            case TAKE_BACK -> takeBack(request);
            default -> run(request);
        };
        request.isBlocked = !done;
        someWait |= !done;
        if (!done && !retrySet) {
            // What is used up by others is free some time, and nobody says when.
            retrySet = context.timer(RETRY_NS, ArdmaProtocol.RETRY, 0);
        }
        return done;
    }

    /** The timer for what nobody tells has expired. */
    void retry() {
        retrySet = false;
        forms.retry();
        unblock();
    }

    /** Something is free: whoever waits looks in the background whether it is for him. */
    private void unblock() {
        if (!someWait) {
            return;
        }
        someWait = false;
        for (Request request : requests) {
            request.isBlocked = false;
        }
        scheduleAny();
    }

    private int behind(int place) {
        return place + 1 == requests.length ? 0 : place + 1;
    }

    /** Something has come, and each request is to {@link #look}, those first that are behind the last one it was for. */
    void beginLooks() {
        someWait = false;
        looking = firstLook;
        lookFloor = floor();
    }

    /**
     * Has the next request look whether what has come is for it, if it waits: it goes on in this activation, because the background comes
     * after all else that the card has to do. All looks of an activation together do as much as one request may at once.
     *
     * @return the request, or null when it did not wait, or is left to the background
     */
    @Nullable Request look() {
        Request request = requests[looking];
        looking = behind(looking);
        if (!request.isBlocked) {
            return null;
        }
        request.isBlocked = false;
        if (context.fuelLeft() <= lookFloor) {
            return null;
        }
        begin(request, lookFloor);
        if (!request.isBlocked) {
            firstLook = looking;
        }
        return request;
    }

    private static boolean takeBack(Request request) {
        if (!request.isTakenBack()) {
            return false;
        }
        request.step = Request.Step.ANSWER;
        if (request.hasFailed()) {
            request.answer(ArdmaProtocol.DEVICE);
        }
        return true;
    }

    private boolean prove(Request request) {
        KeptRoutine routine = request.routine;
        Session by = request.session;
        if (routine == null || by == null) {
            return false;
        }
        try {
            boolean isProved = routine.advance(PARTS);
            if (by.codeBytes > mostCode(by)) {
                routine.release();
                request.routine = null;
                request.answer(ArdmaProtocol.TOO_MANY);
                return true;
            }
            if (!isProved) {
                return true;
            }
        } catch (RoutineException e) {
            routine.release();
            request.routine = null;
            request.answer(ArdmaProtocol.REFUSED);
            request.words[2] = e.flaw().ordinal();
            request.words[3] = e.method();
            request.words[4] = e.offset();
            return true;
        }
        if (request.kind == ArdmaProtocol.CALL_ONCE) {
            enter(request, routine);
            if (request.step == Request.Step.ANSWER) {
                routine.release();
            }
        } else {
            keep(request, routine, by);
        }
        return true;
    }

    private void keep(Request request, KeptRoutine routine, Session by) {
        if (by.routines >= mostRoutines(by)) {
            routine.release();
            request.routine = null;
            request.answer(ArdmaProtocol.TOO_MANY);
            return;
        }
        RoutineStore.Kept kept = store.keep(routine, by);
        if (kept == RoutineStore.Kept.OPEN) {
            return;
        }
        request.routine = null;
        if (kept == RoutineStore.Kept.DONE) {
            request.answer(ArdmaProtocol.DONE);
            request.put(2, routine.hash());
            if (by.isHost()) {
                procedures.add(routine.hash());
            }
        } else {
            routine.release();
            request.answer(kept == RoutineStore.Kept.FULL ? ArdmaProtocol.BUSY : ArdmaProtocol.HASH_TAKEN);
        }
    }

    private boolean start(Request request) {
        KeptRoutine kept = request.routine;
        Session by = request.session;
        if (kept == null || by == null || by.run.isBusy()) {
            return false;
        }
        Run run = by.run;
        Routine routine = kept.routine();
        int scratch = routine.scratchBytes();
        Buffer memory = scratch == 0 ? null : context.allocate(scratch);
        request.run = run;
        run.begin();
        if (scratch > 0 && memory == null) {
            request.answer(ArdmaProtocol.BUSY);
            return true;
        }
        if (memory != null) {
            run.useScratch(memory, new BufferArea(memory, 0, scratch, true));
        }
        run.machine.begin(routine, request.arguments, request.areas, request.areaCount, run.scratch());
        run.machine.limit(mostSteps, mostEmitted, run);
        request.step = Request.Step.RUN;
        calls.increment();
        return true;
    }

    private boolean run(Request request) {
        Run run = request.run;
        KeptRoutine routine = request.routine;
        if (run == null || routine == null) {
            return false;
        }
        Machine machine = run.machine;
        if (!compiled.goOn(request, routine, run, SLICE)) {
            // Nobody knows what of it was done.
            answer(request, run, machine);
            request.words[1] = ArdmaProtocol.NO_ANSWER;
        } else if (machine.state() == Machine.State.ENDED) {
            answer(request, run, machine);
        } else if (machine.state() == Machine.State.STREAM && run.filled() > 0) {
            request.lend(run.piece(), 0, run.filled());
            request.step = Request.Step.PIECE;
        } else if (machine.state() != Machine.State.READY) {
            return false;
        }
        return true;
    }

    private void answer(Request request, Run run, Machine machine) {
        stepCount.add(machine.steps());
        KeptRoutine routine = request.routine;
        if (routine != null) {
            forms.ran(routine, machine.steps());
        }
        request.put(2, machine.result());
        request.put(4, machine.steps());
        request.put(6, machine.emitted());
        request.words[1] = machine.fault() == Fault.NONE ? ArdmaProtocol.DONE : ArdmaProtocol.FAULT;
        request.takeBack();
        request.words[8] = machine.fault().ordinal();
        request.words[9] = machine.faultMethod();
        request.words[10] = machine.faultOffset();
        if (run.filled() > 0) {
            request.lend(run.piece(), 0, run.filled());
        }
    }

    /** A piece has left: there may be some under way. */
    void hasLeft(Request request) {
        request.unread++;
        request.step = request.unread < ArdmaProtocol.STREAM_PIECES ? Request.Step.RUN : Request.Step.WAIT_FOR_READER;
        schedule(request);
    }

    /** The reader has read pieces. */
    void goOn(Request request, int pieces) {
        request.unread = Math.clamp((long) request.unread - pieces, 0, request.unread);
        if (request.step == Request.Step.WAIT_FOR_READER && request.unread < ArdmaProtocol.STREAM_PIECES && request.run != null) {
            request.step = Request.Step.RUN;
            begin(request);
        }
    }

    /** Ends a request, whose answer has left or is not wanted any more, and what it has. */
    void end(Request request) {
        KeptRoutine routine = request.routine;
        Run run = request.run;
        boolean isKept = request.kind == ArdmaProtocol.CALL;
        boolean hasBegun = run != null || request.step == Request.Step.WAIT_FOR_MACHINE;
        if (run != null) {
            run.end();
            request.run = null;
        }
        if (routine != null && hasBegun) {
            routine.runs--;
            store.releaseUnused(routine);
        } else if (routine != null && !isKept) {
            routine.release();
        }
        request.free();
        if (run != null) {
            unblock();
        }
    }
}
