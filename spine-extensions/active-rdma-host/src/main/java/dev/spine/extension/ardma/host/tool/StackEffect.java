package dev.spine.extension.ardma.host.tool;

import java.lang.classfile.Opcode;

/** How many slots the stack has more after an instruction without operands, or after a jump. */
final class StackEffect {
    private StackEffect() {}

    static int of(Opcode opcode) {
        return switch (opcode) {
            case NOP, SWAP, INEG, LNEG, I2B, I2C, I2S, GOTO, RETURN -> 0;
            case DUP, DUP_X1, DUP_X2, I2L -> 1;
            case DUP2, DUP2_X1, DUP2_X2 -> 2;
            case POP, L2I, IADD, ISUB, IMUL, IDIV, IREM, ISHL, ISHR, IUSHR, IAND, IOR, IXOR, LSHL, LSHR, LUSHR, IRETURN,
                IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE -> -1;
            case POP2, LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR, LRETURN,
                IF_ICMPEQ, IF_ICMPNE, IF_ICMPLT, IF_ICMPGE, IF_ICMPGT, IF_ICMPLE -> -2;
            case LCMP -> -3;
            default -> throw new RoutineBuildException(opcode + " is not an instruction of routines, or has operands");
        };
    }
}
