package dev.spine.extension.ardma.host.tool;

import java.lang.classfile.Opcode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What an instruction without operands, or a jump, does to the stack.
 *
 * @param takes what it takes, a letter each, I or J, the last one from the top; of moves on the stack nothing
 * @param delta how many slots the stack has more afterwards
 */
record StackEffect(String takes, int delta) {
    private static final Map<Opcode, StackEffect> ALL = new EnumMap<>(Opcode.class);

    static {
        put("", "", Opcode.NOP, Opcode.GOTO, Opcode.RETURN);
        put("II", "I", Opcode.IADD, Opcode.ISUB, Opcode.IMUL, Opcode.IDIV, Opcode.IREM, Opcode.ISHL, Opcode.ISHR, Opcode.IUSHR, Opcode.IAND,
            Opcode.IOR, Opcode.IXOR);
        put("JJ", "J", Opcode.LADD, Opcode.LSUB, Opcode.LMUL, Opcode.LDIV, Opcode.LREM, Opcode.LAND, Opcode.LOR, Opcode.LXOR);
        put("JI", "J", Opcode.LSHL, Opcode.LSHR, Opcode.LUSHR);
        put("I", "I", Opcode.INEG, Opcode.I2B, Opcode.I2C, Opcode.I2S);
        put("J", "J", Opcode.LNEG);
        put("I", "J", Opcode.I2L);
        put("J", "I", Opcode.L2I);
        put("JJ", "I", Opcode.LCMP);
        put("I", "", Opcode.IRETURN, Opcode.IFEQ, Opcode.IFNE, Opcode.IFLT, Opcode.IFGE, Opcode.IFGT, Opcode.IFLE);
        put("II", "", Opcode.IF_ICMPEQ, Opcode.IF_ICMPNE, Opcode.IF_ICMPLT, Opcode.IF_ICMPGE, Opcode.IF_ICMPGT, Opcode.IF_ICMPLE);
        put("J", "", Opcode.LRETURN);
        put("II", "II", Opcode.SWAP);
        move(-1, Opcode.POP);
        move(-2, Opcode.POP2);
        move(1, Opcode.DUP, Opcode.DUP_X1, Opcode.DUP_X2);
        move(2, Opcode.DUP2, Opcode.DUP2_X1, Opcode.DUP2_X2);
    }

    private static void put(String takes, String gives, Opcode... opcodes) {
        for (Opcode opcode : opcodes) {
            ALL.put(opcode, new StackEffect(takes, Descriptor.slots(gives) - Descriptor.slots(takes)));
        }
    }

    private static void move(int delta, Opcode... opcodes) {
        for (Opcode opcode : opcodes) {
            ALL.put(opcode, new StackEffect("", delta));
        }
    }

    /** {@return all of them} */
    static Set<Opcode> opcodes() {
        return ALL.keySet();
    }

    static StackEffect of(Opcode opcode) {
        StackEffect effect = ALL.get(opcode);
        if (effect == null) {
            throw new RoutineBuildException(opcode + " is not an instruction of routines, or has operands");
        }
        return effect;
    }
}
