package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import org.jspecify.annotations.Nullable;

/** Reads and links a program file in parts, one in each handler, so that packets and other extensions come between. One file at a time. */
final class Loading {
    /** Words that are read, or instructions that are linked, in a handler. Measured: docs/panic.md. */
    private static final int WORK = 24;
    private static final long AGAIN_NS = 2_000;

    /** Who gets the result. */
    interface Receiver {
        /** The program was read and linked. Nothing of it is in the arenas yet. */
        void loaded(int request, Buffer file, LinkedProgram program, int number, boolean replaces);
    }

    private final ExtensionContext context;
    private final Answers answers;
    private final Receiver receiver;
    private final Route self;
    private int request;
    private int number;
    private boolean replaces;
    private @Nullable Buffer file;
    private @Nullable ProgramReader reader;
    private @Nullable Linker linker;

    Loading(ExtensionContext context, Answers answers, Receiver receiver) {
        this.context = context;
        this.answers = answers;
        this.receiver = receiver;
        self = context.local(PanicProtocol.READ_ON);
        context.onMessage(PanicProtocol.READ_ON, this, Loading::onMessage);
    }

    boolean isUnderWay() {
        return file != null;
    }

    /**
     * Begins with a file, which an order has brought.
     *
     * @param given the number that goes to the receiver
     * @return false when the card can keep no more buffers now
     */
    boolean begin(int order, Buffer bytes, int given, boolean isReplacement) {
        if (bytes.keep() == null) {
            return false;
        }
        request = order;
        number = given;
        replaces = isReplacement;
        file = bytes;
        reader = new ProgramReader(ProgramBytes.of(bytes, 0, bytes.length()));
        linker = null;
        post();
        return true;
    }

    private void post() {
        OutgoingMessage message = context.message(self);
        if (message != null) {
            message.send();
        } else if (!context.timer(AGAIN_NS, PanicProtocol.READ_ON, 0)) {
            end();
            answers.add(request, PanicStatus.BUSY);
            answers.flush();
        }
    }

    private void onMessage(Message message) {
        boolean isOwn = message.kind() == Message.Kind.TIMER || message.kind() == Message.Kind.SMALL && message.way() == Route.Way.LOCAL;
        Buffer bytes = file;
        if (!isOwn || bytes == null) {
            return;
        }
        Linker linking = linker;
        LinkedProgram linked = linking == null ? null : linking.linkOn(WORK);
        if (linked != null) {
            receiver.loaded(request, bytes, linked, number, replaces);
            end();
            answers.flush();
        } else if (linking != null || readOn()) {
            post();
        }
    }

    /** {@return whether there is more to do} */
    private boolean readOn() {
        ProgramReader reading = reader;
        if (reading == null) {
            return false;
        }
        try {
            Program program = reading.readOn(WORK);
            if (program != null) {
                linker = new Linker(program);
                reader = null;
            }
            return true;
        } catch (ProgramException e) {
            end();
            int[] words = answers.begin(request, PanicStatus.FLAW);
            words[2] = e.flaw().ordinal();
            words[3] = e.where();
            answers.flush();
            return false;
        }
    }

    private void end() {
        Buffer bytes = file;
        file = null;
        reader = null;
        linker = null;
        if (bytes != null) {
            bytes.release();
        }
    }
}
