package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Compiles routines. Stateless. Any thread. */
public final class RoutineCompiler {
    private static final ClassDesc OWNER = ClassDesc.of(CompiledCode.ENTRY);
    private static final ClassDesc BASE = ClassDesc.of(CompiledRoutine.class.getName());
    private static final MethodTypeDesc START = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_int);
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc RUN = MethodTypeDesc.of(ConstantDescs.CD_int);
    /** Bytes of a method's code: the meter adds to them, and neither it nor the Java machine takes more than 8,000. */
    private static final int MAX_BYTES = 6_000;
    /** Units of the way to a method: those of all in the table that leads there. */
    private static final int UNITS_OF_ENTRY = 16;

    /** Instructions of small methods that one method has at its calls; more would seldom be small enough. */
    private static final int MAX_IN_LEAVES = 600;
    private static final CodePrice TOO_LARGE = new CodePrice(Integer.MAX_VALUE, 0, List.of());

    private RoutineCompiler() {}

    /** A method that is compiled. */
    private record Compiled(MethodFlow flow, MethodPlan plan, CodePrice price) {}

    /**
     * {@return the compiled form of a routine; methods that are too large for one stay interpreted}
     *
     * @param routine a verified one
     * @param number by which its service is found, at least 0
     * @param checks what the code looks at; without them it is to be loaded without meter
     */
    public static CompiledCode compile(Routine routine, int number, Checks checks) {
        SortedMap<Integer, Compiled> compiled = new TreeMap<>();
        TreeSet<Integer> areas = new TreeSet<>();
        List<MethodFlow> flows = IntStream.range(0, routine.methods()).mapToObj(i -> new MethodFlow(routine, i)).toList();
        Map<Integer, Leaf> leaves = new HashMap<>();
        for (int i = 0; i < flows.size(); i++) {
            Leaf leaf = Leaf.of(flows.get(i), new MethodPlan(flows.get(i), Map.of()));
            if (leaf != null) {
                leaves.put(i, leaf);
            }
        }
        for (int i = 0; i < routine.methods(); i++) {
            MethodFlow flow = flows.get(i);
            MethodPlan plan = new MethodPlan(flow, leaves);
            // Before any code is made: a client chooses how often it calls what.
            CodePrice price = plan.inLeaves() > MAX_IN_LEAVES ? TOO_LARGE : price(flow, plan, checks);
            if (price.bytes() > MAX_BYTES && plan.inLeaves() > 0) {
                plan = new MethodPlan(flow, Map.of());
                price = price(flow, plan, checks);
            }
            if (price.bytes() <= MAX_BYTES) {
                compiled.put(i, new Compiled(flow, plan, price));
                areas.addAll(plan.areas());
            }
        }
        byte[] classFile = ClassFile.of().build(OWNER, type -> {
            type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(BASE)
                .with(SourceFileAttribute.of("routine"));
            type.withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> code.aload(0)
                .loadConstant(heads(routine)).loadConstant(number).invokespecial(BASE, ConstantDescs.INIT_NAME, START).return_());
            type.withMethodBody("enter", ENTER, ClassFile.ACC_PROTECTED, code -> writeEntries(code, compiled, checks));
            compiled.forEach((i, each) -> type.withMethodBody("method" + i, RUN, ClassFile.ACC_PRIVATE,
                code -> new MethodCode(each.flow, each.plan, checks, each.price.jumpsBack(), code).write()));
        });
        return new CompiledCode(classFile, checks, areas, compiled.keySet());
    }

    private static CodePrice price(MethodFlow flow, MethodPlan plan, Checks checks) {
        try {
            byte[] classFile = ClassFile.of().build(OWNER, type -> type.withSuperclass(BASE).withMethodBody("method", RUN,
                ClassFile.ACC_PRIVATE, code -> new MethodCode(flow, plan, checks, List.of(), code).write()));
            for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
                return CodePrice.of(method.code().orElseThrow());
            }
        } catch (IllegalArgumentException e) {
            // The code exceeds what a class file can say.
        }
        return TOO_LARGE;
    }

    private static String heads(Routine routine) {
        StringBuilder heads = new StringBuilder();
        for (int i = 0; i < routine.methods(); i++) {
            RoutineMethod method = routine.method(i);
            heads.append((char) method.locals()).append((char) (method.locals() + method.stack())).append((char) method.parameterSlots());
        }
        return heads.toString();
    }

    private static void writeEntries(CodeBuilder code, SortedMap<Integer, Compiled> compiled, Checks checks) {
        List<SwitchCase> cases = new ArrayList<>();
        compiled.keySet().forEach(i -> cases.add(SwitchCase.of(i, code.newLabel())));
        Label none = code.newLabel();
        Label tooDear = code.newLabel();
        code.iload(1).lookupswitch(none, cases);
        Iterator<SwitchCase> places = cases.iterator();
        compiled.forEach((i, each) -> {
            int units = each.price.units() + (cases.size() + 1) * UNITS_OF_ENTRY;
            code.labelBinding(places.next().target());
            checks.enter(code, OWNER, units, tooDear);
            code.aload(0).invokevirtual(OWNER, "method" + i, RUN).ireturn();
        });
        code.labelBinding(tooDear).loadConstant(CompiledForm.AGAIN).ireturn();
        code.labelBinding(none).loadConstant(CompiledForm.INTERPRET).ireturn();
    }
}
