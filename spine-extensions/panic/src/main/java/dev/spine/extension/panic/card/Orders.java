package dev.spine.extension.panic.card;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.panic.program.Program;
import org.jspecify.annotations.Nullable;

/** Orders of the host. What is none is counted, and answered if it comes from the host. */
final class Orders {
    private static final int FIRST_DETAIL = 2;
    private static final int HALF = 16;
    /** In place of a request: nobody waits. */
    private static final int NOBODY = 0;

    private final ExtensionContext context;
    private final ProgramTable table;
    private final MessageSlots slots;
    private final Scheduler scheduler;
    private final Delivery delivery;
    private final Segments segments;
    private final DisplayRing display;
    private final Compaction compaction;
    private final ProgramLife life;
    private final Answers answers;
    private final Arena files;
    private final Arena data;
    private final Counter malformed;

    Orders(ExtensionContext context, ProgramTable table, MessageSlots slots, Scheduler scheduler, Delivery delivery, Segments segments,
        DisplayRing display, Compaction compaction, ProgramLife life, Answers answers, Arena files, Arena data, Counter malformed) {
        this.context = context;
        this.table = table;
        this.slots = slots;
        this.scheduler = scheduler;
        this.delivery = delivery;
        this.segments = segments;
        this.display = display;
        this.compaction = compaction;
        this.life = life;
        this.answers = answers;
        this.files = files;
        this.data = data;
        this.malformed = malformed;
        context.onMessage(PanicProtocol.LOAD, this, Orders::onLoad);
        context.onMessage(PanicProtocol.REPLACE, this, Orders::onReplace);
        context.onMessage(PanicProtocol.UNLOAD, this, Orders::onUnload);
        context.onMessage(PanicProtocol.RUN, this, Orders::onRun);
        context.onMessage(PanicProtocol.STOP, this, Orders::onStop);
        context.onMessage(PanicProtocol.SEND, this, Orders::onSend);
        context.onMessage(PanicProtocol.LIST, this, Orders::onList);
        context.onMessage(PanicProtocol.READ, this, Orders::onRead);
        context.onMessage(PanicProtocol.ROOM, this, Orders::onRoom);
        context.onMessage(PanicProtocol.ATTACH, this, Orders::onAttach);
        context.onMessage(PanicProtocol.DETACH, this, Orders::onDetach);
        context.onMessage(PanicProtocol.REVOKED, this, Orders::onRevoked);
    }

    /** Whether the host has sent it, with data or without. */
    private boolean isOrder(Message message, Message.Kind kind) {
        boolean isHosts = message.way() == Route.Way.HOST;
        if (isHosts && message.kind() == kind) {
            return true;
        }
        malformed.increment();
        if (isHosts) {
            answer(message.word(0), PanicStatus.MALFORMED);
        }
        return false;
    }

    private void answer(int request, PanicStatus status) {
        answers.add(request, status);
        answers.flush();
    }

    /** {@return the program of word 1; null, and answered, when there is none} */
    private @Nullable CardProgram program(Message message) {
        CardProgram found = table.find(message.word(1));
        if (found == null) {
            answer(message.word(0), PanicStatus.NO_PROGRAM);
        }
        return found;
    }

    private void onLoad(Message message) {
        if (isOrder(message, Message.Kind.BULK)) {
            life.load(message.word(0), message.buffer(), message.word(1));
            answers.flush();
        }
    }

    private void onReplace(Message message) {
        CardProgram program = isOrder(message, Message.Kind.BULK) ? program(message) : null;
        if (program != null) {
            life.replace(message.word(0), message.buffer(), program);
            answers.flush();
        }
    }

    private void onUnload(Message message) {
        CardProgram program = isOrder(message, Message.Kind.SMALL) ? program(message) : null;
        if (program != null) {
            life.unload(message.word(0), program);
            answers.flush();
        }
    }

    private void onRun(Message message) {
        CardProgram program = isOrder(message, Message.Kind.SMALL) ? program(message) : null;
        if (program != null) {
            answer(message.word(0), life.run(program));
        }
    }

    private void onStop(Message message) {
        CardProgram program = isOrder(message, Message.Kind.SMALL) ? program(message) : null;
        if (program != null) {
            answer(message.word(0), life.stop(program));
        }
    }

    private void onSend(Message message) {
        if (isOrder(message, message.kind() == Message.Kind.BULK ? Message.Kind.BULK : Message.Kind.SMALL)) {
            answer(message.word(0), send(message));
        }
    }

    private PanicStatus send(Message message) {
        boolean isBulk = message.kind() == Message.Kind.BULK;
        int bytes = isBulk ? message.buffer().length() : message.word(3);
        if (bytes < 0 || bytes > (isBulk ? slots.mostBytes() : PanicProtocol.MAX_SMALL_BYTES)) {
            return PanicStatus.TOO_LONG;
        }
        CardProgram program = table.find(message.word(1));
        PanicStatus status = delivery.check(program, message.word(2));
        if (status != PanicStatus.DONE || program == null) {
            return status;
        }
        MessageSlot slot = slots.take(program, bytes, MessageSlots.MAX_OF_HOST);
        if (slot == null) {
            return PanicStatus.QUEUE_FULL;
        }
        slot.local(message.word(2));
        if (isBulk && program.isIdle()) {
            slot.inPlace(message.buffer(), 0, bytes);
            scheduler.arrived(program, slot);
        } else if (isBulk) {
            // What waits is copied: the card has few buffers for the host's messages, and orders need them.
            slot.copy(0, message.buffer(), 0, bytes);
            scheduler.queued(program, slot);
        } else {
            slot.words(bytes);
            for (int i = 0; i < PanicProtocol.MAX_SMALL_BYTES / Integer.BYTES; i++) {
                slot.word(i, message.word(4 + i));
            }
            scheduler.queued(program, slot);
        }
        return PanicStatus.DONE;
    }

    private void onList(Message message) {
        if (!isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        for (int place = Math.max(message.word(1), 0); place < ProgramTable.MAX_PROGRAMS; place++) {
            CardProgram program = table.at(place);
            if (program != null && !program.isLeaving) {
                int[] words = answers.begin(message.word(0), PanicStatus.DONE);
                words[PanicProtocol.PLACE] = place;
                words[PanicProtocol.ID] = program.id;
                words[PanicProtocol.STATE] = program.fault.ordinal() << HALF | program.state.ordinal();
                words[PanicProtocol.OFFSET] = program.faultOffset;
                words[PanicProtocol.LINE] = program.faultLine;
                words[PanicProtocol.DATA_WORDS] = program.program().dataWords();
                words[PanicProtocol.FILE_BYTES] = program.file().bytes();
                words[PanicProtocol.WAITING] = program.waiting();
                words[PanicProtocol.ACTIVATIONS] = program.activations;
                words[PanicProtocol.STEPS] = program.steps;
                answers.flush();
                return;
            }
        }
        answer(message.word(0), PanicStatus.NO_PROGRAM);
    }

    private void onRead(Message message) {
        CardProgram program = isOrder(message, Message.Kind.SMALL) ? program(message) : null;
        if (program == null) {
            return;
        }
        int what = message.word(2);
        int first = message.word(3);
        int count = message.word(4);
        int all = switch (what) {
            case PanicProtocol.DATA -> program.program().dataWords();
            case PanicProtocol.FILE -> program.file().bytes() / Integer.BYTES;
            case PanicProtocol.NAME -> program.program().name().length() + Integer.BYTES - 1 >> 2;
            default -> 0;
        };
        if (compaction.isPending()) {
            answer(message.word(0), PanicStatus.BUSY);
        } else if (first < 0 || count < 0 || count > PanicProtocol.MAX_READ || first > all - count) {
            answer(message.word(0), PanicStatus.BOUNDS);
        } else {
            int[] words = answers.begin(message.word(0), PanicStatus.DONE);
            for (int i = 0; i < count; i++) {
                words[FIRST_DETAIL + i] = word(program, what, first + i);
            }
            answers.flush();
        }
    }

    private int word(CardProgram program, int what, int index) {
        return switch (what) {
            case PanicProtocol.DATA -> program.machine().variable(index);
            case PanicProtocol.FILE -> files.memory().i32(program.file().first() + index * Integer.BYTES);
            default -> letters(program.program(), index * Integer.BYTES);
        };
    }

    private static int letters(Program program, int from) {
        String name = program.name();
        int word = 0;
        for (int i = from; i < from + Integer.BYTES; i++) {
            word = word << Byte.SIZE | (i < name.length() ? name.charAt(i) : 0);
        }
        return word;
    }

    private void onRoom(Message message) {
        if (isOrder(message, Message.Kind.SMALL)) {
            int[] words = answers.begin(message.word(0), PanicStatus.DONE);
            int at = FIRST_DETAIL;
            words[at++] = files.freeBytes();
            words[at++] = files.memory().length();
            words[at++] = data.freeBytes();
            words[at++] = data.memory().length();
            words[at++] = slots.free();
            words[at] = slots.mostBytes();
            answers.flush();
        }
    }

    // --- segments

    private void onAttach(Message message) {
        HostRegion region = message.region();
        if (message.kind() != Message.Kind.GRANTED || region == null) {
            isOrder(message, Message.Kind.GRANTED);
            return;
        }
        int number = message.word(0) & PanicProtocol.SEGMENTS - 1;
        PanicStatus status = segments.isTaken(number) ? PanicStatus.SEGMENT_TAKEN
            : number == 0 && (region.length() < PanicProtocol.CONTROL_BYTES || !region.isWritable()) ? PanicStatus.TOO_SMALL
            : PanicStatus.DONE;
        if (status == PanicStatus.DONE) {
            segments.attach(number, region);
            if (number == 0) {
                display.attach(region);
            }
        } else if (region.isValid()) {
            context.delegation().revoke(region, PanicProtocol.REVOKED, NOBODY);
        }
        answer(message.word(0) >>> PanicProtocol.REQUEST_SHIFT, status);
    }

    private void onDetach(Message message) {
        if (!isOrder(message, Message.Kind.SMALL)) {
            return;
        }
        int number = message.word(1);
        HostRegion region = number < 0 || number >= PanicProtocol.SEGMENTS ? null : segments.detach(number);
        if (region == null) {
            answer(message.word(0), PanicStatus.NO_SEGMENT);
            return;
        }
        if (number == 0) {
            display.attach(null);
        }
        if (region.isValid()) {
            context.delegation().revoke(region, PanicProtocol.REVOKED, message.word(0));
        } else {
            answer(message.word(0), PanicStatus.DONE);
        }
    }

    private void onRevoked(Message message) {
        if (message.kind() != Message.Kind.REVOKED) {
            malformed.increment();
        } else if (message.word(0) != NOBODY) {
            answer(message.word(0), PanicStatus.DONE);
        }
    }
}
