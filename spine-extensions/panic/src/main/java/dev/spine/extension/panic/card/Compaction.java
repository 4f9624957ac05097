package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.panic.machine.Machine;

/**
 * Moves programs down when one has left: both arenas, a part in each handler. It begins when no transfer is under way; until then none
 * begins. No program runs while areas move.
 */
final class Compaction {
    /** Bytes that a handler moves in each arena; a byte is a unit of fuel. */
    private static final int PART_BYTES = 2_048;
    private static final long AGAIN_NS = 2_000;

    private final ExtensionContext context;
    private final Arena files;
    private final Arena data;
    private final ProgramTable table;
    private final Scheduler scheduler;
    private final Answers answers;
    private final Route self;
    private final Counter moves;
    private final Counter malformed;
    /** Orders that are answered when all is done. */
    private final int[] requests = new int[ProgramTable.MAX_PROGRAMS];
    private int asked;
    private boolean isPending;
    private boolean isMoving;
    private boolean isHeld;
    /** Transfers that were under way when it was looked at last. */
    private int transfers;

    Compaction(ExtensionContext context, Arena files, Arena data, ProgramTable table, Scheduler scheduler, Answers answers) {
        this.context = context;
        this.files = files;
        this.data = data;
        this.table = table;
        this.scheduler = scheduler;
        this.answers = answers;
        self = context.local(PanicProtocol.MOVE);
        malformed = context.counter("messages malformed");
        moves = context.counter("compactions");
        context.onMessage(PanicProtocol.MOVE, this, Compaction::onMove);
    }

    /** {@return whether no transfer may begin, and no program come or leave} */
    boolean isPending() {
        return isPending;
    }

    /** Nothing moves until {@link #release}. */
    void hold() {
        isHeld = true;
    }

    void release() {
        isHeld = false;
        look(transfers);
    }

    /** Areas were freed; the order is answered when the others have moved. */
    void begin(int request) {
        requests[asked++] = request;
        isPending = true;
        look(transfers);
    }

    /** Begins to move when nothing is under way. */
    void look(int underWay) {
        transfers = underWay;
        if (isPending && !isMoving && !isHeld && underWay == 0) {
            isMoving = true;
            scheduler.pause();
            post();
        }
    }

    private void post() {
        OutgoingMessage message = context.message(self);
        if (message != null) {
            message.send();
        } else if (!context.timer(AGAIN_NS, PanicProtocol.MOVE, 0)) {
            // Neither way is open: it is the last resort, and takes longer than a handler may.
            move(Integer.MAX_VALUE);
        }
    }

    private void onMove(Message message) {
        boolean isOwn = message.kind() == Message.Kind.TIMER || message.kind() == Message.Kind.SMALL && message.way() == Route.Way.LOCAL;
        if (!isOwn) {
            malformed.increment();
        } else if (isMoving) {
            move(PART_BYTES);
        }
    }

    private void move(int bytes) {
        if (!files.compact(bytes) || !data.compact(bytes)) {
            post();
            return;
        }
        moves.increment();
        isMoving = false;
        isPending = false;
        for (int i = 0; i < asked; i++) {
            answers.add(requests[i], PanicStatus.DONE);
        }
        asked = 0;
        answers.flush();
        for (int i = 0; i < ProgramTable.MAX_PROGRAMS; i++) {
            CardProgram program = table.at(i);
            if (program != null && program.machine().state() == Machine.State.WAITING) {
                scheduler.ready(program);
            }
        }
        scheduler.resume();
    }
}
