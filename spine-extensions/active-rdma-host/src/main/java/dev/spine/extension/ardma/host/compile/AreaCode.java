package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes a method's accesses to areas: a check of bounds and rights, and a buffer's own. */
final class AreaCode {
    private static final ClassDesc BASE = ClassDesc.of(CompiledRoutine.class.getName());
    private static final ClassDesc BUFFER = ClassDesc.of(Buffer.class.getName());
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();
    private static final ClassDesc MATH = ClassDesc.of(Math.class.getName());
    private static final MethodTypeDesc MAX = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long);
    private static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();

    /**
     * An area in locals of the class.
     *
     * @param buffer has its bytes
     * @param first offset of the first of them
     * @param place where that is in the buffer
     */
    private record AreaLocals(int buffer, int first, int place) {}

    private final Checks checks;
    private final CodeBuilder code;
    private final Map<Integer, AreaLocals> areas = new HashMap<>();
    /** Locals that say how far behind the first byte a reach may begin; -1 when it may nowhere. */
    private final Map<Reach, Integer> lasts = new HashMap<>();
    private final int[] operands = new int[3];
    private final int intValue;
    private final int before;
    /** How far an access begins behind the first byte. */
    private final int from;
    private final int words;

    AreaCode(Checks checks, CodeBuilder code) {
        this.checks = checks;
        this.code = code;
        for (int i = 0; i < operands.length; i++) {
            operands[i] = code.allocateLocal(TypeKind.LONG);
        }
        intValue = code.allocateLocal(TypeKind.INT);
        before = code.allocateLocal(TypeKind.LONG);
        from = code.allocateLocal(TypeKind.LONG);
        words = code.allocateLocal(TypeKind.INT);
    }

    static boolean isOnRange(@Nullable Intrinsic intrinsic) {
        return switch (intrinsic) {
            case null -> false;
            case COPY, COMPARE, FIND, FIND16, WALK, COUNT, EMIT_BYTES -> true;
            default -> false;
        };
    }

    static boolean hasTwoAreas(Intrinsic intrinsic) {
        return intrinsic == Intrinsic.COPY || intrinsic == Intrinsic.COMPARE;
    }

    /** Has an area, and how far one may reach into it, in locals from now on. */
    void begin(Reach reach) {
        areas.computeIfAbsent(reach.area(), this::begin);
        int last = code.allocateLocal(TypeKind.LONG);
        lasts.put(reach, last);
        code.aload(0).getfield(BASE, reach.writes() ? "writable" : "readable", LONGS).loadConstant(reach.area()).laload()
            .loadConstant((long) reach.bytes()).lsub().loadConstant(-1L).invokestatic(MATH, "max", MAX).lstore(last);
    }

    private AreaLocals begin(int area) {
        AreaLocals here = new AreaLocals(code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.LONG),
            code.allocateLocal(TypeKind.INT));
        code.aload(0).getfield(BASE, "areas", BUFFER.arrayType()).loadConstant(area).aaload().astore(here.buffer);
        code.aload(0).getfield(BASE, "firsts", LONGS).loadConstant(area).laload().lstore(here.first);
        code.aload(0).getfield(BASE, "places", INTS).loadConstant(area).iaload().istore(here.place);
        return here;
    }

    /**
     * Writes an operation whose operands are on the stack.
     *
     * @param fails where it goes when it cannot be done here, without its operands
     */
    void access(int area, Intrinsic intrinsic, Label fails) {
        takeOperands(intrinsic);
        if (intrinsic == Intrinsic.LENGTH) {
            code.aload(0).getfield(BASE, "lengths", LONGS).loadConstant(area).laload().lstore(before);
            code.lload(before).lconst_0().lcmp().iflt(fails).lload(before);
            return;
        }
        Reach reach = Reach.of(area, intrinsic);
        AreaLocals here = reach(reach, operands[0], from, fails);
        switch (intrinsic) {
            case LOAD8, LOAD16, LOAD32, LOAD64 -> load(here, intrinsic);
            case STORE8, STORE16, STORE32 -> at(here, from).iload(intValue).invokevirtual(BUFFER, "put" + reach.bytes() * Byte.SIZE,
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int));
            case STORE64 -> put(here, operands[1]);
            case FETCH_ADD -> {
                load(here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).ladd().lstore(operands[1]);
                put(here, operands[1]);
                code.lload(before);
            }
            default -> {
                Label differs = code.newLabel();
                load(here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).lcmp().ifne(differs);
                put(here, operands[2]);
                code.labelBinding(differs).lload(before);
            }
        }
    }

    /**
     * Writes an operation on ranges whose operands are on the stack.
     *
     * @param other the second area, or the first one when there is no other
     * @param steps local that has the steps that are left
     * @param fuel local that has the units that are left
     * @param fails where it goes when it cannot be done here, without its operands
     */
    void range(Intrinsic intrinsic, int area, int other, int steps, int fuel, Label fails) {
        takeOperands(intrinsic);
        List<ClassDesc> types = new ArrayList<>(List.of(ConstantDescs.CD_int, ConstantDescs.CD_long));
        code.aload(0).loadConstant(area).lload(operands[0]);
        if (hasTwoAreas(intrinsic)) {
            types.addAll(List.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long));
            code.loadConstant(other).lload(operands[1]).lload(operands[2]);
        } else {
            types.add(ConstantDescs.CD_long);
            code.lload(operands[1]);
        }
        if (intrinsic == Intrinsic.WALK) {
            types.add(ConstantDescs.CD_long);
            code.lload(operands[2]);
        }
        if (intrinsic.parameters().endsWith("I")) {
            types.add(ConstantDescs.CD_int);
            code.iload(intValue);
        }
        types.addAll(List.of(ConstantDescs.CD_int, ConstantDescs.CD_int));
        if (checks.counts()) {
            code.iload(steps).iload(fuel);
        } else {
            code.loadConstant(Integer.MAX_VALUE).loadConstant(Integer.MAX_VALUE);
        }
        String name = switch (intrinsic) {
            case COPY -> "copied";
            case COMPARE -> "compared";
            case FIND -> "found";
            case FIND16 -> "found16";
            case WALK -> "walked";
            case COUNT -> "counted";
            default -> "emitted";
        };
        code.invokevirtual(BASE, name, MethodTypeDesc.of(ConstantDescs.CD_int, types)).istore(words).iload(words).iflt(fails);
        if (checks.counts()) {
            code.iload(steps).iload(words).isub().istore(steps);
            int units = intrinsic == Intrinsic.WALK ? CompiledRoutine.UNITS_OF_WALK : CompiledRoutine.UNITS_OF_WORD;
            code.iload(fuel).iload(words).loadConstant(units).imul().isub().istore(fuel)
                .iinc(fuel, -CompiledRoutine.UNITS_OF_RANGE);
        }
        if (intrinsic != Intrinsic.COPY && intrinsic != Intrinsic.EMIT_BYTES) {
            code.aload(0).getfield(BASE, "hit", ConstantDescs.CD_long);
        }
        if (intrinsic == Intrinsic.COMPARE) {
            code.l2i();
        }
    }

    /** Goes elsewhere when the last range operation that failed had too little fuel. */
    void ifTooDear(Label again) {
        code.iload(words).loadConstant(CompiledRoutine.TOO_DEAR).if_icmpeq(again);
    }

    /** Copies bytes whose number is known and small, by accesses, which pay for themselves; their steps are the block's. */
    void copyFew(int area, int other, int bytes, Label fails) {
        takeOperands(Intrinsic.COPY);
        AreaLocals source = reach(new Reach(area, bytes, false), operands[0], from, fails);
        AreaLocals target = reach(new Reach(other, bytes, true), operands[1], before, fails);
        for (int done = 0, size = Long.BYTES; done < bytes; done += size) {
            while (size > bytes - done) {
                size >>= 1;
            }
            boolean isLong = size == Long.BYTES;
            at(target, before).loadConstant(done).iadd();
            at(source, from).loadConstant(done).iadd().invokevirtual(BUFFER,
                size == 1 ? "u8" : size == Short.BYTES ? "u16" : isLong ? "i64" : "i32",
                MethodTypeDesc.of(isLong ? ConstantDescs.CD_long : ConstantDescs.CD_int, ConstantDescs.CD_int));
            code.invokevirtual(BUFFER, "put" + size * Byte.SIZE, MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int,
                isLong ? ConstantDescs.CD_long : ConstantDescs.CD_int));
        }
    }

    /** Finds out how far behind the first byte an access begins, and goes elsewhere when not all of it may be used. */
    private AreaLocals reach(Reach reach, int offset, int begin, Label fails) {
        AreaLocals here = Objects.requireNonNull(areas.get(reach.area()));
        code.lload(offset).lload(here.first).lsub().lstore(begin);
        checks.access(code, begin, Objects.requireNonNull(lasts.get(reach)), fails);
        return here;
    }

    /** The number of an area in the routine. */
    private static int named(int area) {
        return area == RunLayout.DATA ? RoutineFormat.DATA_AREA : area == RunLayout.SCRATCH ? RoutineFormat.SCRATCH_AREA : area;
    }

    /** Pushes the buffer, and where in it an access begins. */
    private CodeBuilder at(AreaLocals here, int begin) {
        return code.aload(here.buffer).lload(begin).l2i().iload(here.place).iadd();
    }

    private void load(AreaLocals here, Intrinsic intrinsic) {
        boolean isLong = intrinsic == Intrinsic.LOAD64;
        String name = switch (intrinsic) {
            case LOAD8 -> "u8";
            case LOAD16 -> "u16";
            case LOAD32 -> "i32";
            default -> "i64";
        };
        at(here, from).invokevirtual(BUFFER, name,
            MethodTypeDesc.of(isLong ? ConstantDescs.CD_long : ConstantDescs.CD_int, ConstantDescs.CD_int));
    }

    private void put(AreaLocals here, int value) {
        at(here, from).lload(value).invokevirtual(BUFFER, "put64",
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_long));
    }

    /** Whether a parameter is the number of an area, which is known. */
    private static boolean isArea(Intrinsic intrinsic, int parameter) {
        return parameter == 0 || hasTwoAreas(intrinsic) && parameter == 2;
    }

    /** Which of the operands a parameter is that is a long. */
    private static int longsBefore(String types, int parameter) {
        return (int) types.substring(0, parameter).chars().filter(each -> each == 'J').count();
    }

    /** Takes the operands from the stack. */
    private void takeOperands(Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        for (int i = types.length() - 1; i >= 0; i--) {
            if (isArea(intrinsic, i)) {
                code.pop();
            } else if (types.charAt(i) == 'I') {
                code.istore(intValue);
            } else {
                code.lstore(operands[longsBefore(types, i)]);
            }
        }
    }

    /** Puts the operands back onto the stack. */
    void putBack(int area, int other, Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        for (int i = 0; i < types.length(); i++) {
            if (isArea(intrinsic, i)) {
                code.loadConstant(named(i == 0 ? area : other));
            } else if (types.charAt(i) == 'I') {
                code.iload(intValue);
            } else {
                code.lload(operands[longsBefore(types, i)]);
            }
        }
    }
}
