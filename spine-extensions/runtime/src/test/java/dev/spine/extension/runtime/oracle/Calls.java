package dev.spine.extension.runtime.oracle;

import dev.spine.extension.runtime.verify.Finding;
import dev.spine.extension.runtime.verify.OpenCalls;
import dev.spine.extension.runtime.verify.Verifier;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Every call that accepted programs can make, as Java can write it: the public methods of what the allow-list names, and of what authors
 * use of {@code java.util}, without those that the verifier refuses.
 */
final class Calls {
    /** What authors use of {@code java.util}, which is a library of its own. */
    private static final List<String> LIBRARY = List.of("Collection", "SequencedCollection", "List", "ArrayList", "LinkedList", "Set",
        "HashSet", "LinkedHashSet",
        "TreeSet", "SortedSet", "NavigableSet", "Queue", "Deque", "ArrayDeque", "PriorityQueue", "Map", "HashMap", "LinkedHashMap",
            "TreeMap",
        "SortedMap", "NavigableMap", "EnumMap", "Map$Entry", "Iterator", "ListIterator", "Comparator", "Collections", "Arrays", "Objects",
        "Optional", "OptionalInt", "OptionalLong", "OptionalDouble", "BitSet", "StringJoiner", "Random", "PrimitiveIterator$OfInt",
        "AbstractMap$SimpleEntry", "function.Function", "function.Predicate", "function.Supplier", "function.Consumer",
        "function.BiFunction", "function.IntUnaryOperator", "function.IntBinaryOperator", "function.IntPredicate", "function.IntFunction",
        "function.ToIntFunction", "function.ToLongFunction", "function.ToDoubleFunction", "function.UnaryOperator",
        "function.BinaryOperator", "function.DoubleBinaryOperator", "function.LongBinaryOperator", "function.BiConsumer",
        "function.BiPredicate", "function.DoubleUnaryOperator", "function.ObjIntConsumer");
    private static final int CALLS_OF_A_CLASS = 60;

    /**
     * A call.
     *
     * @param type the class that it is made of
     * @param target the method or constructor
     */
    record Call(Class<?> type, Executable target) {
        /** {@return the call in Java, with names for what it takes: receiver and arguments} */
        String text(List<String> operands) {
            List<String> given = new ArrayList<>(operands);
            String receiver = type.getCanonicalName();
            if (takesReceiver()) {
                receiver = "((" + receiver + ") " + given.removeFirst() + ")";
            }
            Class<?>[] types = target.getParameterTypes();
            StringBuilder arguments = new StringBuilder();
            for (int i = 0; i < types.length; i++) {
                arguments.append(i == 0 ? "" : ", ").append('(').append(types[i].getCanonicalName()).append(") ").append(given.get(i));
            }
            return (target instanceof Constructor ? "new " + receiver + "(" : receiver + "." + target.getName() + "(") + arguments + ")";
        }

        boolean takesReceiver() {
            return target instanceof Method && !Modifier.isStatic(target.getModifiers());
        }

        /** {@return the types of receiver and arguments} */
        List<Class<?>> operands() {
            List<Class<?>> types = new ArrayList<>(takesReceiver() ? List.of(type) : List.of());
            types.addAll(Arrays.asList(target.getParameterTypes()));
            return types;
        }

        /** {@return whether it returns nothing} */
        boolean isVoid() {
            return target instanceof Method method && method.getReturnType() == void.class;
        }

        @Override
        public String toString() {
            return type.getSimpleName() + "." + (target instanceof Constructor ? "new" : target.getName()) + Arrays.stream(target
                .getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(",", "(", ")"));
        }
    }

    private Calls() {}

    /**
     * {@return the calls that are accepted, in an order that is always the same}; what breaks a rule of whole classes is among them
     */
    static List<Call> accepted() {
        Map<String, Call> methods = new LinkedHashMap<>();
        List<SubjectSource> sources = new ArrayList<>();
        for (Class<?> type : types()) {
            List<Call> all = of(type);
            for (int i = 0; i < all.size(); i += CALLS_OF_A_CLASS) {
                sources.add(probe("Probe" + sources.size(), all.subList(i, Math.min(all.size(), i + CALLS_OF_A_CLASS)), methods));
            }
        }
        for (Subject subject : Subject.compile(sources)) {
            for (Finding finding : new Verifier(name -> true).verify(subject.image(), null).findings()) {
                int end = finding.method().indexOf('(');
                if (end > 0) {
                    methods.remove(finding.method().substring(0, end));
                }
            }
        }
        return List.copyOf(methods.values());
    }

    /** A class with a method for each of a few calls. */
    private static SubjectSource probe(String name, List<Call> calls, Map<String, Call> methods) {
        StringBuilder helpers = new StringBuilder();
        for (Call call : calls) {
            String method = "call" + methods.size();
            methods.put(method, call);
            List<String> names = new ArrayList<>();
            helpers.append("static Object ").append(method).append('(');
            for (Class<?> operand : call.operands()) {
                helpers.append(names.isEmpty() ? "" : ", ").append(operand.getCanonicalName()).append(" x").append(names.size());
                names.add("x" + names.size());
            }
            helpers.append(") throws Throwable { ").append(call.isVoid() ? "" : "return ").append(call.text(names)).append("; ")
                .append(call.isVoid() ? "return null; }\n" : "}\n");
        }
        return new SubjectSource(name, "", "", "", helpers.toString());
    }

    private static Set<Class<?>> types() {
        Set<Class<?>> types = new LinkedHashSet<>();
        OpenCalls.all().stream().map(call -> call.owner().descriptorString()).distinct()
            .map(name -> name.substring(1, name.length() - 1).replace('/', '.'))
            .filter(name -> name.startsWith("java.")).forEach(name -> types.add(load(name)));
        LIBRARY.forEach(name -> types.add(load("java.util." + name)));
        types.addAll(List.of(StringBuilder.class, Iterable.class));
        return types;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Call> of(Class<?> type) {
        List<Call> calls = new ArrayList<>();
        if (!Modifier.isPublic(type.getModifiers())) {
            return calls;
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            for (Constructor<?> constructor : type.getConstructors()) {
                calls.add(new Call(type, constructor));
            }
        }
        for (Method method : type.getMethods()) {
            boolean inherited = type.isInterface() && Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != type;
            if (!method.isSynthetic() && !method.isBridge() && !inherited && !Set.of("wait", "notify", "notifyAll", "getClass").contains(
                method.getName())) {
                calls.add(new Call(type, method));
            }
        }
        calls.sort(Comparator.comparing(Call::toString));
        return calls;
    }
}
