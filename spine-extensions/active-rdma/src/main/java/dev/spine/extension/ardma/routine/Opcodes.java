package dev.spine.extension.ardma.routine;

/** The numbers of instructions, those of the Java virtual machine (JVMS 25, chapter 6). Any thread. */
final class Opcodes {
    static final int NOP = 0;
    static final int ICONST_M1 = 2;
    static final int ICONST_0 = 3;
    static final int ICONST_5 = 8;
    static final int LCONST_0 = 9;
    static final int LCONST_1 = 10;
    static final int BIPUSH = 16;
    static final int SIPUSH = 17;
    static final int LDC = 18;
    static final int LDC_W = 19;
    static final int LDC2_W = 20;
    static final int ILOAD = 21;
    static final int LLOAD = 22;
    static final int ILOAD_0 = 26;
    static final int LLOAD_0 = 30;
    static final int LLOAD_3 = 33;
    static final int ISTORE = 54;
    static final int LSTORE = 55;
    static final int ISTORE_0 = 59;
    static final int LSTORE_0 = 63;
    static final int LSTORE_3 = 66;
    static final int POP = 87;
    static final int POP2 = 88;
    static final int DUP = 89;
    static final int DUP_X1 = 90;
    static final int DUP_X2 = 91;
    static final int DUP2 = 92;
    static final int DUP2_X1 = 93;
    static final int DUP2_X2 = 94;
    static final int SWAP = 95;
    static final int IADD = 96;
    static final int LADD = 97;
    static final int ISUB = 100;
    static final int LSUB = 101;
    static final int IMUL = 104;
    static final int LMUL = 105;
    static final int IDIV = 108;
    static final int LDIV = 109;
    static final int IREM = 112;
    static final int LREM = 113;
    static final int INEG = 116;
    static final int LNEG = 117;
    static final int ISHL = 120;
    static final int LSHL = 121;
    static final int ISHR = 122;
    static final int LSHR = 123;
    static final int IUSHR = 124;
    static final int LUSHR = 125;
    static final int IAND = 126;
    static final int LAND = 127;
    static final int IOR = 128;
    static final int LOR = 129;
    static final int IXOR = 130;
    static final int LXOR = 131;
    static final int IINC = 132;
    static final int I2L = 133;
    static final int L2I = 136;
    static final int I2B = 145;
    static final int I2C = 146;
    static final int I2S = 147;
    static final int LCMP = 148;
    static final int IFEQ = 153;
    static final int IFNE = 154;
    static final int IFLT = 155;
    static final int IFGE = 156;
    static final int IFGT = 157;
    static final int IFLE = 158;
    static final int IF_ICMPEQ = 159;
    static final int IF_ICMPNE = 160;
    static final int IF_ICMPLT = 161;
    static final int IF_ICMPGE = 162;
    static final int IF_ICMPGT = 163;
    static final int IF_ICMPLE = 164;
    static final int GOTO = 167;
    static final int TABLESWITCH = 170;
    static final int LOOKUPSWITCH = 171;
    static final int IRETURN = 172;
    static final int LRETURN = 173;
    static final int RETURN = 177;
    static final int INVOKESTATIC = 184;
    static final int WIDE = 196;

    private Opcodes() {}

    /** Whether there is an instruction of this number, other than {@link #WIDE}. */
    static boolean isKnown(int opcode) {
        return opcode == NOP || opcode >= ICONST_M1 && opcode <= LCONST_1 || opcode >= BIPUSH && opcode <= LLOAD || opcode >= ILOAD_0
            && opcode <= LLOAD_3 || opcode == ISTORE || opcode == LSTORE || opcode >= ISTORE_0 && opcode <= LSTORE_3 || isLater(opcode);
    }

    private static boolean isLater(int opcode) {
        return opcode >= POP && opcode <= SWAP || isArithmetic(opcode) || opcode >= IINC && opcode <= I2L || opcode == L2I
            || opcode >= I2B && opcode <= LCMP || opcode >= IFEQ && opcode <= IF_ICMPLE || opcode == GOTO
            || opcode >= TABLESWITCH && opcode <= LRETURN || opcode == RETURN || opcode == INVOKESTATIC;
    }

    /** Operations on two values of one type, and negation. Of each four numbers, the first two are of int and long. */
    static boolean isArithmetic(int opcode) {
        return opcode >= IADD && opcode <= LNEG && (opcode & 2) == 0 || opcode >= ISHL && opcode <= LXOR;
    }

    /** Bytes of an instruction that is neither a switch nor wide. */
    static int length(int opcode) {
        if (opcode == BIPUSH || opcode == LDC || opcode >= ILOAD && opcode <= LLOAD || opcode >= ISTORE && opcode <= LSTORE) {
            return 2;
        }
        boolean hasTwo = opcode == SIPUSH || opcode == LDC_W || opcode == LDC2_W || opcode == IINC || opcode >= IFEQ && opcode <= GOTO
            || opcode == INVOKESTATIC;
        return hasTwo ? 3 : 1;
    }
}
