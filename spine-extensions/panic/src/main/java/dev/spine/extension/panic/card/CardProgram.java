package dev.spine.extension.panic.card;

import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.program.Program;
import org.jspecify.annotations.Nullable;

/** A program on the card: its code, its memory, its messages, and what its activation waits for. */
final class CardProgram {
    private static final int CLEARED_AT_ONCE = 2_048;

    /** Tells it from every other one that is or was here. */
    final int serial;
    final int id;
    /** Its place in the table. */
    final int place;
    final Packet packet = new Packet();
    ProgramState state = ProgramState.LOADED;
    /** It leaves when its last transfer has ended. */
    boolean isLeaving;
    /** The order that is answered then. */
    int leaveRequest;
    /** The start-up block is to begin. */
    boolean isToStart;
    /** It waits for its turn. */
    boolean isReady;
    /** It waits for something that does not say when it is over. */
    boolean triesAgain;
    /** How often it has tried in vain to hand a packet to the wire. */
    int tries;
    /** Bytes of a long message that have left. */
    int sentBytes;
    /** The number of that message. */
    int messageNumber;
    /** The message of the activation. */
    @Nullable MessageSlot current;
    /** How many slots it has. */
    int slots;
    int transfers;
    boolean hasFailedTransfer;
    /** The word of host memory that it asked for is there. */
    boolean hasProbed;
    /** What replaces it when its activation has ended. */
    @Nullable Replacement replacement;
    int activations;
    int steps;
    Fault fault = Fault.NONE;
    int faultOffset;
    int faultLine;
    private final Arena dataArena;
    private LinkedProgram linked;
    private Arena.Area file;
    private Arena.Area data;
    private @Nullable Machine machine;
    private @Nullable MessageSlot first;
    private @Nullable MessageSlot last;
    private int waiting;
    /** Bytes of the data area that are 0. */
    private int cleared;

    CardProgram(int serial, int id, int place, LinkedProgram linked, Arena dataArena, Arena.Area file, Arena.Area data) {
        this.serial = serial;
        this.id = id;
        this.place = place;
        this.linked = linked;
        this.dataArena = dataArena;
        this.file = file;
        this.data = data;
    }

    /** Gives it the machine that runs it. */
    void runBy(Machine made) {
        machine = made;
        dataArena.own(data, this);
        made.place(linked, dataArena.memory(), data.first());
    }

    /** Gives it other code and memory, between two activations. The variables are those of the new memory. */
    void become(LinkedProgram code, Arena.Area newFile, Arena.Area newData) {
        // If it is to start, the new area is made 0 from its begin.
        cleared = 0;
        linked = code;
        file = newFile;
        data = newData;
        dataArena.own(newData, this);
        machine().place(code, dataArena.memory(), newData.first());
    }

    /** Its data area is elsewhere. */
    void moveTo(int at) {
        machine().move(dataArena.memory(), at);
    }

    /** It starts anew, with variables of 0. */
    void toStart() {
        isToStart = true;
        cleared = 0;
    }

    /** Makes a part of the variables 0. {@return whether all are} */
    boolean clearOn() {
        int part = Math.min(data.bytes() - cleared, CLEARED_AT_ONCE);
        if (part > 0) {
            dataArena.memory().fill(data.first() + cleared, part, 0);
            cleared += part;
        }
        return cleared == data.bytes();
    }

    Machine machine() {
        Machine found = machine;
        if (found == null) {
            throw new IllegalStateException("no machine");
        }
        return found;
    }

    Program program() {
        return linked.program();
    }

    Arena.Area file() {
        return file;
    }

    Arena.Area data() {
        return data;
    }

    int waiting() {
        return waiting;
    }

    void append(MessageSlot slot) {
        MessageSlot before = last;
        if (before == null) {
            first = slot;
        } else {
            before.next = slot;
        }
        last = slot;
        waiting++;
    }

    @Nullable MessageSlot takeFirst() {
        MessageSlot found = first;
        if (found != null) {
            first = found.next;
            found.next = null;
            waiting--;
            if (first == null) {
                last = null;
            }
        }
        return found;
    }

    /** {@return whether a message would begin its activation now} */
    boolean isIdle() {
        return waiting == 0 && !isToStart && transfers == 0 && replacement == null && machine().hasEnded();
    }
}
