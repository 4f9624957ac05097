package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a routine of a method and of those that it reaches. */
final class Lift {
    private final LiftedClass first;
    private final LiftedClass replacements = LiftedClass.of(Replacements.class);
    private final Map<MethodName, MethodModel> reached = new LinkedHashMap<>();
    private final Deque<MethodName> open = new ArrayDeque<>();
    private final List<Refusal> found = new ArrayList<>();

    Lift(LiftedClass first) {
        this.first = first;
    }

    private LiftedClass owner(MethodName method) {
        return method.owner().equals(first.name()) ? first : replacements;
    }

    /**
     * {@return the routine}
     *
     * @param method where a run begins, which is in the class
     * @throws LiftException with all that is in its way
     */
    RoutineBuilder of(MethodName method) {
        if (first.find(method).isEmpty()) {
            throw new LiftException(List.of(first.refusal(Refusal.Reason.METHOD, method.name(), 0, "is inherited, and not in the class")));
        }
        reach(method);
        while (!open.isEmpty()) {
            MethodName next = open.remove();
            found.addAll(MethodCheck.of(owner(next), reached.get(next), this::reach));
        }
        if (reached.size() > RoutineFormat.MAX_METHODS) {
            found.add(first.refusal(Refusal.Reason.LIMIT, method.name(), 0, "reaches " + reached.size() + " methods, and at most "
                + RoutineFormat.MAX_METHODS + " are allowed"));
        }
        if (!found.isEmpty()) {
            throw new LiftException(found);
        }
        return build(method);
    }

    private void reach(MethodName method) {
        if (!reached.containsKey(method)) {
            reached.put(method, owner(method).find(method).orElseThrow());
            open.add(method);
        }
    }

    private RoutineBuilder build(MethodName start) {
        RoutineBuilder routine = new RoutineBuilder();
        Map<MethodName, MethodBuilder> builders = new LinkedHashMap<>();
        Map<String, Integer> uses = new HashMap<>();
        reached.forEach((method, model) -> {
            String name = uses.merge(method.name(), 1, Integer::sum) == 1 ? method.name() : method.name() + method.descriptor();
            builders.put(method, routine.method(name, new Signature(model.methodTypeSymbol()).descriptor()));
        });
        builders.forEach((method, builder) -> {
            MethodModel model = reached.get(method);
            MethodCopy copy = new MethodCopy(builder, (call, to) -> addCall(call, owner(method), to, builders));
            if (method.equals(start)) {
                copy.narrow(new Signature(model.methodTypeSymbol()));
            }
            copy.copy(model.code().orElseThrow());
        });
        return routine;
    }

    private static void addCall(InvokeInstruction call, LiftedClass caller, MethodBuilder to, Map<MethodName, MethodBuilder> builders) {
        Callee callee = Callee.of(MethodName.of(call), caller.name(), method -> caller.find(method).isPresent()).orElseThrow();
        switch (callee) {
            case Callee.Operation operation -> to.call(operation.intrinsic());
            case Callee.Comparison _ -> to.op(Opcode.LCMP);
            case Callee.InRoutine within -> to.call(builders.get(within.method()).name());
        }
    }
}
