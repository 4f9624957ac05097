package dev.spine.extension.ardma.server;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.compiled.CompiledForm;

/**
 * What the server and its host have to say about compiled forms: the host is asked for those of routines that have made many steps, loads
 * them if it likes, says so, and hears when a form is not needed any more.
 */
final class Forms {
    /** The most routines of a client for which the host is asked. */
    private static final int OF_CLIENT = 2;
    /** A host has at most so many forms, so there are not more to tell it of. */
    private static final int MOST = 64;
    private static final long RETRY_NS = 1_000_000;

    private final ExtensionContext context;
    private final Route answers;
    private final Route wanted;
    private final Route dropped;
    private final int[] gone = new int[MOST];
    private int goneCount;
    private long after;
    private boolean timerSet;

    /** What orders concern. */
    private record Parts(Forms forms, RoutineStore store, CompiledRuns runs) {}

    Forms(ExtensionContext context) {
        this.context = context;
        this.answers = context.host(ArdmaProtocol.HOST_ANSWER);
        this.wanted = context.host(ArdmaProtocol.HOST_WANTED);
        this.dropped = context.host(ArdmaProtocol.HOST_DROPPED);
    }

    /** Hears the host. */
    void listen(RoutineStore store, CompiledRuns runs) {
        Parts made = new Parts(this, store, runs);
        context.onMessage(ArdmaProtocol.COMPILE, made, Forms::onCompile);
        context.onMessage(ArdmaProtocol.LINK, made, Forms::onLink);
    }

    private static void onCompile(Parts given, Message message) {
        if (message.way() == Route.Way.HOST) {
            given.forms.after = (long) message.word(2) << Integer.SIZE | message.word(3) & 0xFFFF_FFFFL;
            given.store.wantAgain();
            given.forms.answer(message, ArdmaProtocol.DONE);
        }
    }

    private static void onLink(Parts given, Message message) {
        if (message.way() != Route.Way.HOST) {
            return;
        }
        KeptRoutine routine = given.store.numbered(message.word(1));
        int status = routine == null || routine.form != null || routine.hasLostForm ? ArdmaProtocol.NO_ROUTINE
            : given.runs.isReady() ? given.forms.link(routine, message) : ArdmaProtocol.BUSY;
        given.forms.answer(message, status);
    }

    private void answer(Message message, int status) {
        OutgoingMessage answer = context.message(answers);
        if (answer != null) {
            answer.word(0, message.word(0)).word(1, status).send();
        }
    }

    private int link(KeptRoutine routine, Message message) {
        int version = message.word(2);
        try {
            CompiledForm form = context.services().link("dev.spine.extension.ardma.compiled.CompiledForm", version, version);
            routine.form = new LinkedForm(form, version, message.word(3), message.word(4) != ArdmaProtocol.UNCHECKED);
            return ArdmaProtocol.DONE;
        } catch (ServiceException e) {
            return ArdmaProtocol.LOST;
        }
    }

    /** A run of a routine has ended: the host is asked once when it has made enough steps. */
    void ran(KeptRoutine routine, long steps) {
        Session by = routine.by();
        if (after == 0 || routine.isWanted || routine.hasLostForm || routine.users == 0) {
            return;
        }
        routine.steps += steps;
        if (routine.steps < after || by.forms >= OF_CLIENT) {
            return;
        }
        OutgoingMessage message = context.message(wanted);
        if (message != null) {
            routine.isWanted = true;
            by.forms++;
            message.word(0, routine.number).data(routine.bytes.memory(), 0, (int) routine.bytes.length()).send();
        }
    }

    /** Nobody needs a routine's form any more. */
    void drop(KeptRoutine routine) {
        if (routine.isWanted) {
            routine.by().forms--;
        }
        leave(routine);
    }

    /** A routine's form can do nothing more: it stays interpreted. */
    void lose(KeptRoutine routine) {
        routine.hasLostForm = true;
        leave(routine);
    }

    /** A routine's form is used no more; the host may be asked for another one. */
    void leave(KeptRoutine routine) {
        LinkedForm form = routine.form;
        routine.form = null;
        if (form != null && goneCount < MOST) {
            gone[goneCount++] = form.version();
            tell();
        }
    }

    /** The timer for what could not leave has expired. */
    void retry() {
        timerSet = false;
        tell();
    }

    /** Tells the host what it may unload; what cannot leave now does so later. */
    private void tell() {
        while (goneCount > 0) {
            OutgoingMessage message = context.message(dropped);
            if (message == null) {
                timerSet = timerSet || context.timer(RETRY_NS, ArdmaProtocol.RETRY, 0);
                return;
            }
            message.word(0, gone[--goneCount]).send();
        }
    }
}
