package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
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

/**
 * Reads and links a program file in parts and copies it into its arena, a part in each handler, so that packets and other extensions come
 * between. One file at a time; no areas move meanwhile.
 */
final class Loading {
    /** Words that are read in a handler, instructions that are linked, bytes that are copied. Measured: docs/panic.md. */
    private static final int READ_WORDS = 10;
    private static final int LINKED = 8;
    private static final int COPIED = 2_048;
    private static final long AGAIN_NS = 2_000;

    /**
     * What an order asks for.
     *
     * @param request of the order
     * @param number of the program that is replaced; otherwise the number to give, or 0
     * @param replaces whether it replaces one
     * @param bytes of the file
     */
    record Wanted(int request, int number, boolean replaces, int bytes) {}

    /**
     * A program that is ready.
     *
     * @param linked its code
     * @param file where its file is, or will be
     * @param data its data area
     */
    record Loaded(LinkedProgram linked, Arena.Area file, Arena.Area data) {}

    /** Who gets the result. */
    interface Receiver {
        /** {@return where a program that was read is to be; null when it was refused, and answered} */
        @Nullable Loaded place(Wanted wanted, LinkedProgram program);

        /** The program and its file are where they are to be. */
        void placed(Wanted wanted, Loaded program);
    }

    private final ExtensionContext context;
    private final Answers answers;
    private final Receiver receiver;
    private final Route self;
    private final Counter malformed;
    private final Arena files;
    private final Compaction compaction;
    private Wanted wanted = new Wanted(0, 0, false, 0);
    private @Nullable Loaded loaded;
    private int copied;
    private @Nullable Buffer file;
    private @Nullable ProgramReader reader;
    private @Nullable Linker linker;

    Loading(ExtensionContext context, Arena files, Compaction compaction, Answers answers, Receiver receiver) {
        this.context = context;
        this.files = files;
        this.compaction = compaction;
        this.answers = answers;
        this.receiver = receiver;
        malformed = context.counter("messages malformed");
        self = context.local(PanicProtocol.READ_ON);
        context.onMessage(PanicProtocol.READ_ON, this, Loading::onMessage);
    }

    boolean isUnderWay() {
        return file != null;
    }

    /** Begins with a file, which an order has brought. {@return false when the card can keep no more buffers now} */
    boolean begin(Wanted what, Buffer bytes) {
        if (bytes.keep() == null) {
            return false;
        }
        wanted = what;
        file = bytes;
        reader = new ProgramReader(ProgramBytes.of(bytes, 0, bytes.length()));
        copied = 0;
        compaction.hold();
        post();
        return true;
    }

    private void post() {
        OutgoingMessage message = context.message(self);
        if (message != null) {
            message.send();
        } else if (!context.timer(AGAIN_NS, PanicProtocol.READ_ON, 0)) {
            end();
            answers.add(wanted.request, PanicStatus.BUSY);
            answers.flush();
        }
    }

    private void onMessage(Message message) {
        boolean isOwn = message.kind() == Message.Kind.TIMER || message.kind() == Message.Kind.SMALL && message.way() == Route.Way.LOCAL;
        Buffer bytes = file;
        if (!isOwn) {
            malformed.increment();
        }
        if (!isOwn || bytes == null) {
            return;
        }
        if (loaded != null ? copyOn(bytes, loaded) : linker != null ? linkOn(linker) : readOn()) {
            post();
        } else {
            answers.flush();
        }
    }

    private boolean copyOn(Buffer bytes, Loaded program) {
        int part = Math.min(COPIED, bytes.length() - copied);
        files.memory().copyFrom(program.file.first() + copied, bytes, copied, part);
        copied += part;
        if (copied < bytes.length()) {
            return true;
        }
        receiver.placed(wanted, program);
        end();
        return false;
    }

    private boolean linkOn(Linker linking) {
        LinkedProgram linked = linking.linkOn(LINKED);
        if (linked != null) {
            loaded = receiver.place(wanted, linked);
            if (loaded == null) {
                end();
                return false;
            }
        }
        return true;
    }

    /** {@return whether there is more to do} */
    private boolean readOn() {
        ProgramReader reading = reader;
        if (reading == null) {
            return false;
        }
        try {
            Program program = reading.readOn(READ_WORDS);
            if (program != null) {
                linker = new Linker(program);
                reader = null;
            }
            return true;
        } catch (ProgramException e) {
            end();
            int[] words = answers.begin(wanted.request, PanicStatus.FLAW);
            words[2] = e.flaw().ordinal();
            words[3] = e.where();
            return false;
        }
    }

    private void end() {
        Buffer bytes = file;
        file = null;
        reader = null;
        linker = null;
        loaded = null;
        if (bytes != null) {
            bytes.release();
        }
        compaction.release();
    }
}
