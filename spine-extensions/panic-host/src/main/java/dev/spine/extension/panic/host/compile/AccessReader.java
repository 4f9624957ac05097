package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.ProgramCode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Finds out what the instructions of a program touch. One thread. */
final class AccessReader {
    private static final int WORD_SHIFT = 2;
    /** Where on the stack transfers, and copies of the packet, have what says where. */
    private static final int INDEX_OF_TRANSFER = 4;
    private static final int INDEX_OF_COPY = 3;
    private static final int SEGMENT = 2;
    private static final int BYTES = 1;

    private final ProgramCode code;
    private final KnownStack stack = new KnownStack();

    private AccessReader(ProgramCode code) {
        this.code = code;
    }

    /**
     * {@return for each instruction what it touches; for one that begins a statement, what the whole statement does}
     *
     * @param code of a program
     */
    static List<Access> of(ProgramCode code) {
        AccessReader reader = new AccessReader(code);
        List<Access> all = new ArrayList<>();
        Access statement = new Access();
        for (int i = 0; i < code.instructions(); i++) {
            int at = code.offset(i);
            reader.stack.at(at, code.isStatement(at));
            Access own = reader.access(at);
            all.add(own);
            if (code.isStatement(at)) {
                statement = own;
            } else {
                statement.add(own);
            }
            reader.leave(at);
        }
        return all;
    }

    private void leave(int at) {
        Opcode opcode = code.opcode(at);
        boolean isJump = opcode.operand() == Operand.DISTANCE;
        OptionalInt pushed = opcode == Opcode.PUSH ? OptionalInt.of(code.operand(at)) : OptionalInt.empty();
        stack.after(opcode, pushed, isJump ? code.target(at) : null);
    }

    private Access access(int at) {
        Access access = new Access();
        return switch (code.opcode(at)) {
            case LOAD -> access.read(word(at));
            case STORE -> access.write(word(at));
            case LOADX, LOADX2 -> access.read(object(at));
            case STOREX -> access.write(object(at));
            case PKCOPY -> access.write(region(at, INDEX_OF_COPY));
            case GET -> access.write(region(at, INDEX_OF_TRANSFER)).segment(stack.peek(SEGMENT));
            case DELIVER -> access.read(region(at, INDEX_OF_TRANSFER)).segment(stack.peek(SEGMENT));
            case DELIVERP -> access.segment(stack.peek(SEGMENT));
            case SEND, SENDP, SENDL, SENDLP, SENDR, SENDRP, SETF, TSTF, CLRL, TSTL -> access.speak();
            default -> access;
        };
    }

    private WordRange word(int at) {
        return new WordRange(code.operand(at), code.operand(at) + 1);
    }

    private WordRange object(int at) {
        return new WordRange(code.operand(at), code.operand(at) + code.words(at));
    }

    /** As much of an object as is known; all of it when the index is not. */
    private WordRange region(int at, int depth) {
        WordRange object = object(at);
        OptionalInt index = stack.peek(depth);
        if (index.isEmpty() || index.getAsInt() < 0 || index.getAsInt() >= code.words(at)) {
            return object;
        }
        int first = object.first() + index.getAsInt();
        OptionalInt bytes = stack.peek(BYTES);
        return bytes.isEmpty() || bytes.getAsInt() < 0 ? new WordRange(first, object.end())
            : new WordRange(first, Math.min(object.end(), first + words(bytes.getAsInt())));
    }

    /** Of which a transfer touches at least a byte. */
    private static int words(int bytes) {
        return (bytes >> WORD_SHIFT) + (bytes % Integer.BYTES == 0 ? 0 : 1);
    }
}
