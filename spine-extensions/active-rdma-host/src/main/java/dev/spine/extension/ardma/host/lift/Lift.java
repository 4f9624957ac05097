package dev.spine.extension.ardma.host.lift;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a routine of a method and of those that it reaches; those that are small go into their callers, since a call has its price. */
final class Lift {
    /** What goes into the one caller that it has, with all that goes into it. */
    private static final CodeSize SMALL = new CodeSize(160, 40, 20);
    /** What goes into each of several callers. */
    private static final CodeSize TINY = new CodeSize(24, 8, 8);
    /** A method with what goes into it: half of the bytes, since a copy is somewhat longer than a method. */
    private static final CodeSize LIMIT = new CodeSize(RoutineFormat.MAX_CODE_BYTES / 2, RoutineFormat.MAX_LOCALS, RoutineFormat.MAX_STACK);

    private static final ClassDesc STAYS_ONE = ClassDesc.of(OwnMethod.class.getName());

    /**
     * A method that becomes part of the routine.
     *
     * @param owner its class
     * @param model its code
     * @param name within the routine
     */
    private record Reached(LiftedClass owner, MethodModel model, String name) {
        Signature signature() {
            return new Signature(model.methodTypeSymbol());
        }

        CodeAttribute code() {
            return (CodeAttribute) model.code().orElseThrow();
        }
    }

    private final LiftedClass first;
    /** By their names with slashes. */
    private final Map<String, LiftedClass> classes = new HashMap<>();
    private final Map<MethodName, Reached> reached = new LinkedHashMap<>();
    private final Deque<Reached> open = new ArrayDeque<>();
    private final List<Refusal> found = new ArrayList<>();
    private final RoutineBuilder routine = new RoutineBuilder();
    private final Map<Reached, MethodBuilder> builders = new HashMap<>();
    /** How often each is called. */
    private final Multiset<Reached> sites = HashMultiset.create();
    private final Map<Reached, CodeSize> sizes = new HashMap<>();
    /** Bytes of the method that is written, with those that went into it. */
    private int bytes;

    /**
     * Nothing is reached yet.
     *
     * @param first the class of the method where a run begins
     * @param others those whose methods may be reached, too
     */
    Lift(LiftedClass first, List<LiftedClass> others) {
        this.first = first;
        others.forEach(other -> classes.put(other.name(), other));
        classes.put(first.name(), first);
        LiftedClass replacements = LiftedClass.of(Replacements.class);
        classes.put(replacements.name(), replacements);
    }

    private Optional<MethodModel> find(MethodName method) {
        return Optional.ofNullable(classes.get(method.owner())).flatMap(owner -> owner.find(method));
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
            Reached next = open.remove();
            found.addAll(MethodCheck.of(next.owner(), next.model(), called -> find(called).isPresent(), this::reach));
        }
        if (reached.size() > RoutineFormat.MAX_METHODS) {
            found.add(first.refusal(Refusal.Reason.LIMIT, method.name(), 0, "reaches " + reached.size() + " methods, and at most "
                + RoutineFormat.MAX_METHODS + " are allowed"));
        }
        if (!found.isEmpty()) {
            throw new LiftException(found);
        }
        return build();
    }

    private void reach(MethodName method) {
        if (reached.containsKey(method)) {
            return;
        }
        LiftedClass owner = Objects.requireNonNull(classes.get(method.owner()));
        String name = Stream.of(method.name(), method.name() + method.descriptor(), method.text() + method.descriptor())
            .filter(each -> reached.values().stream().noneMatch(other -> other.name().equals(each))).findFirst().orElseThrow();
        Reached added = new Reached(owner, find(method).orElseThrow(), name);
        reached.put(method, added);
        open.add(added);
    }

    private RoutineBuilder build() {
        Reached start = reached.values().iterator().next();
        reached.values().forEach(method -> sites.addAll(called(method)));
        builder(start);
        while (!open.isEmpty()) {
            Reached method = open.remove();
            bytes = method.code().codeLength();
            MethodCopy copy = new MethodCopy(builder(method), method.code(), this::addCall);
            if (method.equals(start)) {
                copy.narrow(method.signature());
            }
            copy.copy();
        }
        return routine;
    }

    /** {@return what a method is written to, which it is from now on} */
    private MethodBuilder builder(Reached method) {
        return builders.computeIfAbsent(method, _ -> {
            open.add(method);
            return routine.method(method.name(), method.signature().descriptor());
        });
    }

    private Optional<Callee> callee(InvokeInstruction call) {
        return Callee.of(MethodName.of(call), method -> find(method).isPresent());
    }

    private void addCall(InvokeInstruction call, MethodCopy to) {
        switch (callee(call).orElseThrow()) {
            case Callee.Operation operation -> to.target().call(operation.intrinsic());
            case Callee.Comparison _ -> to.target().op(Opcode.LCMP);
            case Callee.InRoutine within -> {
                Reached called = Objects.requireNonNull(reached.get(within.method()));
                if (to.isWithinAnother() || goesIntoCallers(called) && copied(called).plus(to.size(bytes)).isWithin(LIMIT)) {
                    bytes += called.code().codeLength();
                    to.inline(called.signature(), called.code());
                } else {
                    builder(called);
                    to.target().call(called.name());
                }
            }
        }
    }

    private boolean goesIntoCallers(Reached method) {
        boolean staysOne = method.model().findAttribute(Attributes.runtimeInvisibleAnnotations()).stream()
            .flatMap(all -> all.annotations().stream()).anyMatch(each -> each.classSymbol().equals(STAYS_ONE));
        return !staysOne && copied(method).isWithin(sites.count(method) == 1 ? SMALL : TINY);
    }

    /** {@return what a method takes with all that it calls; too much when one of them stays a method, or is the method} */
    private CodeSize copied(Reached method) {
        CodeSize known = sizes.putIfAbsent(method, LIMIT);
        if (known != null) {
            return known;
        }
        CodeSize size = CodeSize.of(method.code());
        for (Reached called : called(method)) {
            size = size.plus(goesIntoCallers(called) ? copied(called) : LIMIT);
        }
        sizes.put(method, size);
        return size;
    }

    private List<Reached> called(Reached method) {
        return method.code().elementStream().filter(InvokeInstruction.class::isInstance)
            .flatMap(call -> callee((InvokeInstruction) call).orElseThrow() instanceof Callee.InRoutine within
                ? Stream.of(Objects.requireNonNull(reached.get(within.method()))) : Stream.empty()).toList();
    }
}
