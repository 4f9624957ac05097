package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;

/** Programs that wait for something that does not say when it is over: they ask again after a while. */
final class Retries {
    private static final long FIRST_NS = 5_000;
    private static final long LAST_NS = 1_000_000;

    private final ExtensionContext context;
    private final ProgramTable table;
    private final Scheduler scheduler;
    private final Counter malformed;
    private boolean isSet;
    private long waitNs = FIRST_NS;

    Retries(ExtensionContext context, ProgramTable table, Scheduler scheduler) {
        this.context = context;
        this.table = table;
        this.scheduler = scheduler;
        malformed = context.counter("messages malformed");
        context.onMessage(PanicProtocol.RETRY, this, Retries::onTimer);
    }

    /** The program asks again. */
    void add(CardProgram program) {
        program.triesAgain = true;
        if (!isSet) {
            isSet = context.timer(waitNs, PanicProtocol.RETRY, 0);
            waitNs = Math.min(2 * waitNs, LAST_NS);
        }
        if (!isSet) {
            // No timer is left: it asks again when it has its turn.
            program.triesAgain = false;
            scheduler.ready(program);
        }
    }

    /** Something has gone well: the next wait is short again. */
    void succeeded() {
        waitNs = FIRST_NS;
    }

    private void onTimer(Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            malformed.increment();
            return;
        }
        isSet = false;
        for (int i = 0; i < ProgramTable.MAX_PROGRAMS; i++) {
            CardProgram program = table.at(i);
            if (program != null && program.triesAgain) {
                program.triesAgain = false;
                scheduler.ready(program);
            }
        }
    }
}
