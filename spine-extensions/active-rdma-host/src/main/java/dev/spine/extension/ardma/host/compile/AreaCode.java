package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Writes a method's accesses to areas: a check of bounds and rights, and a buffer's own. */
final class AreaCode {
    private static final ClassDesc BASE = ClassDesc.of(CompiledRoutine.class.getName());
    private static final ClassDesc BUFFER = ClassDesc.of(Buffer.class.getName());
    private static final MethodTypeDesc COPIED = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_long,
        ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_int,
        ConstantDescs.CD_int);
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();

    /** An area in locals of the class. */
    private record AreaLocals(int buffer, int readable, int writable) {}

    private final Routine routine;
    private final Checks checks;
    private final CodeBuilder code;
    private final Map<Integer, AreaLocals> areas = new HashMap<>();
    private final int[] operands = new int[3];
    private final int intValue;
    private final int before;

    AreaCode(Routine routine, Checks checks, CodeBuilder code) {
        this.routine = routine;
        this.checks = checks;
        this.code = code;
        for (int i = 0; i < operands.length; i++) {
            operands[i] = code.allocateLocal(TypeKind.LONG);
        }
        intValue = code.allocateLocal(TypeKind.INT);
        before = code.allocateLocal(TypeKind.LONG);
    }

    /** Has an area, by its number in {@link RunLayout}, in locals from now on. */
    void begin(int area) {
        AreaLocals here = new AreaLocals(code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.LONG),
            code.allocateLocal(TypeKind.LONG));
        areas.put(area, here);
        code.aload(0).getfield(BASE, "areas", BUFFER.arrayType()).loadConstant(area).aaload().astore(here.buffer);
        code.aload(0).getfield(BASE, "readable", LONGS).loadConstant(area).laload().lstore(here.readable);
        code.aload(0).getfield(BASE, "writable", LONGS).loadConstant(area).laload().lstore(here.writable);
    }

    /**
     * Writes an operation whose operands are on the stack.
     *
     * @param fails where it goes when it cannot be done here, without its operands
     */
    void access(int area, Intrinsic intrinsic, Label fails) {
        AreaLocals here = Objects.requireNonNull(areas.get(area));
        takeOperands(intrinsic);
        if (intrinsic == Intrinsic.LENGTH) {
            code.lload(here.readable).lconst_0().lcmp().iflt(fails).lload(here.readable);
            return;
        }
        boolean writes = intrinsic.name().startsWith("STORE") || intrinsic == Intrinsic.CAS || intrinsic == Intrinsic.FETCH_ADD;
        int bytes = switch (intrinsic) {
            case LOAD8, STORE8 -> Byte.BYTES;
            case LOAD16, STORE16 -> Short.BYTES;
            case LOAD32, STORE32 -> Integer.BYTES;
            default -> Long.BYTES;
        };
        checks.access(code, operands[0], writes ? here.writable : here.readable, bytes, fails);
        switch (intrinsic) {
            case LOAD8, LOAD16, LOAD32, LOAD64 -> load(area, here, intrinsic);
            case STORE8, STORE16, STORE32 -> at(area, here).iload(intValue).invokevirtual(BUFFER, "put" + bytes * Byte.SIZE,
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int));
            case STORE64 -> put(area, here, operands[1]);
            case FETCH_ADD -> {
                load(area, here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).ladd().lstore(operands[1]);
                put(area, here, operands[1]);
                code.lload(before);
            }
            default -> {
                Label differs = code.newLabel();
                load(area, here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).lcmp().ifne(differs);
                put(area, here, operands[2]);
                code.labelBinding(differs).lload(before);
            }
        }
    }

    /**
     * Writes a copy from an area to another one, whose operands are on the stack.
     *
     * @param steps local that has the steps that are left
     * @param fuel local that has the units that are left
     * @param fails where it goes when it cannot be done here, without its operands
     */
    void copy(int from, int to, int steps, int fuel, Label fails) {
        code.lstore(operands[2]).lstore(operands[1]).pop().lstore(operands[0]).pop();
        code.aload(0).loadConstant(from).lload(operands[0]).loadConstant(from == RunLayout.DATA ? routine.dataAt() : 0).loadConstant(to)
            .lload(operands[1]).lload(operands[2]);
        if (checks.counts()) {
            code.iload(steps).iload(fuel);
        } else {
            code.loadConstant(Integer.MAX_VALUE).loadConstant(Integer.MAX_VALUE);
        }
        code.invokevirtual(BASE, "copied", COPIED).istore(intValue).iload(intValue).iflt(fails);
        if (!checks.counts()) {
            return;
        }
        code.iload(steps).iload(intValue).isub().istore(steps);
        code.iload(fuel).iload(intValue).loadConstant(CompiledRoutine.UNITS_OF_COPIED).imul().isub().istore(fuel)
            .iinc(fuel, -CompiledRoutine.UNITS_OF_COPY);
    }

    /** Puts the operands of a copy back onto the stack. */
    void putBackCopy(int from, int to) {
        code.loadConstant(named(from)).lload(operands[0]).loadConstant(named(to)).lload(operands[1]).lload(operands[2]);
    }

    /** The number of an area in the routine. */
    private static int named(int area) {
        return area == RunLayout.DATA ? RoutineFormat.DATA_AREA : area == RunLayout.SCRATCH ? RoutineFormat.SCRATCH_AREA : area;
    }

    /** Pushes the buffer, and where in it the first operand is. */
    private CodeBuilder at(int area, AreaLocals here) {
        code.aload(here.buffer).lload(operands[0]).l2i();
        return area == RunLayout.DATA ? code.loadConstant(routine.dataAt()).iadd() : code;
    }

    private void load(int area, AreaLocals here, Intrinsic intrinsic) {
        boolean isLong = intrinsic == Intrinsic.LOAD64;
        String name = switch (intrinsic) {
            case LOAD8 -> "u8";
            case LOAD16 -> "u16";
            case LOAD32 -> "i32";
            default -> "i64";
        };
        at(area, here).invokevirtual(BUFFER, name,
            MethodTypeDesc.of(isLong ? ConstantDescs.CD_long : ConstantDescs.CD_int, ConstantDescs.CD_int));
    }

    private void put(int area, AreaLocals here, int value) {
        at(area, here).lload(value).invokevirtual(BUFFER, "put64",
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_long));
    }

    /** Takes the operands from the stack: the area's number is known, and so is dropped. */
    private void takeOperands(Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        for (int i = types.length() - 1; i > 0; i--) {
            if (types.charAt(i) == 'I') {
                code.istore(intValue);
            } else {
                code.lstore(operands[i - 1]);
            }
        }
        code.pop();
    }

    /** Puts the operands back onto the stack. */
    void putBack(int area, Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        code.loadConstant(named(area));
        for (int i = 1; i < types.length(); i++) {
            if (types.charAt(i) == 'I') {
                code.iload(intValue);
            } else {
                code.lload(operands[i - 1]);
            }
        }
    }
}
