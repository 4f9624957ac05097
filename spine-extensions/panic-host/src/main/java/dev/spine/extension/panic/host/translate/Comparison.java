package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.program.Opcode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import org.jspecify.annotations.Nullable;

/** A comparison of words: the jumps of a class file that are taken when it holds. */
enum Comparison {
    LESS(java.lang.classfile.Opcode.IF_ICMPLT, java.lang.classfile.Opcode.IFLT),
    LESS_OR_EQUAL(java.lang.classfile.Opcode.IF_ICMPLE, java.lang.classfile.Opcode.IFLE),
    GREATER(java.lang.classfile.Opcode.IF_ICMPGT, java.lang.classfile.Opcode.IFGT),
    GREATER_OR_EQUAL(java.lang.classfile.Opcode.IF_ICMPGE, java.lang.classfile.Opcode.IFGE),
    EQUAL(java.lang.classfile.Opcode.IF_ICMPEQ, java.lang.classfile.Opcode.IFEQ),
    DIFFERENT(java.lang.classfile.Opcode.IF_ICMPNE, java.lang.classfile.Opcode.IFNE);

    /** Of a word: whether it is 0. */
    static final Taken NOT_OF_WORD = EQUAL.ofOne();

    private final java.lang.classfile.Opcode ofTwo;
    private final java.lang.classfile.Opcode ofOne;

    Comparison(java.lang.classfile.Opcode ofTwo, java.lang.classfile.Opcode ofOne) {
        this.ofTwo = ofTwo;
        this.ofOne = ofOne;
    }

    /**
     * A jump.
     *
     * @param jump of a class file
     */
    record Taken(java.lang.classfile.Opcode jump) {
        Taken opposite() {
            return new Taken(switch (jump) {
                case IF_ICMPLT -> java.lang.classfile.Opcode.IF_ICMPGE;
                case IF_ICMPLE -> java.lang.classfile.Opcode.IF_ICMPGT;
                case IF_ICMPGT -> java.lang.classfile.Opcode.IF_ICMPLE;
                case IF_ICMPGE -> java.lang.classfile.Opcode.IF_ICMPLT;
                case IF_ICMPEQ -> java.lang.classfile.Opcode.IF_ICMPNE;
                case IF_ICMPNE -> java.lang.classfile.Opcode.IF_ICMPEQ;
                case IFLT -> java.lang.classfile.Opcode.IFGE;
                case IFLE -> java.lang.classfile.Opcode.IFGT;
                case IFGT -> java.lang.classfile.Opcode.IFLE;
                case IFGE -> java.lang.classfile.Opcode.IFLT;
                case IFEQ -> java.lang.classfile.Opcode.IFNE;
                default -> java.lang.classfile.Opcode.IFEQ;
            });
        }

        void write(CodeBuilder code, Label to) {
            code.branch(jump, to);
        }
    }

    /** The comparison that an instruction makes, or null. */
    static @Nullable Comparison of(Opcode opcode) {
        return switch (opcode) {
            case LT -> LESS;
            case LE -> LESS_OR_EQUAL;
            case GT -> GREATER;
            case GE -> GREATER_OR_EQUAL;
            case EQ -> EQUAL;
            case NE -> DIFFERENT;
            default -> null;
        };
    }

    /** Of the two upper words. */
    Taken ofTwo() {
        return new Taken(ofTwo);
    }

    /** Of the upper word and 0. */
    Taken ofOne() {
        return new Taken(ofOne);
    }
}
