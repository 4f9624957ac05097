package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import java.lang.classfile.MethodModel;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes routines of Java code. The method, and the static methods of its class, or of others that are named, that it reaches are read from
 * the class file as javac has made it. They take and return ints and longs, and reach areas by {@link Areas}; of the JDK they may call
 * {@code min}, {@code max}, {@code abs}, {@code compare}, {@code compareUnsigned}, {@code rotateLeft} and {@code rotateRight} of
 * {@link Math}, {@link Integer} and {@link Long}. Arguments for parameters of a smaller type than int are cut to it, as a cast does.
 * Everything else is refused.
 *
 * <pre>{@code
 * byte[] sum = RoutineLifter.lift((first, second) -> Areas.load64(0, first) + Areas.load64(0, second)).areas(1).build();
 * }</pre>
 *
 * <p>What comes out has no areas, scratch memory and data yet: the caller sets them. Any thread.
 */
public final class RoutineLifter {
    private RoutineLifter() {}

    /**
     * Lifts a method by its name.
     *
     * @param owner the class that declares it, on the class path
     * @param method its name, of which there is one
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(Class<?> owner, String method) {
        return lift(owner, method, List.of());
    }

    /**
     * Lifts a method by its name, with static methods of several classes.
     *
     * @param owner the class that declares it, on the class path
     * @param method its name, of which there is one
     * @param others classes whose static methods it may reach beside those of its own
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(Class<?> owner, String method, List<Class<?>> others) {
        LiftedClass from = LiftedClass.of(owner);
        List<MethodModel> all = from.named(method);
        if (all.size() != 1) {
            throw new LiftException(List.of(from.refusal(Refusal.Reason.METHOD, method, 0, "is the name of " + all.size() + " methods")));
        }
        return new Lift(from, others.stream().map(LiftedClass::of).toList())
            .of(new MethodName(from.name(), method, all.getFirst().methodType().stringValue()));
    }

    /**
     * Lifts a method by its name and the types of its parameters.
     *
     * @param owner the class that declares it, on the class path
     * @param method its name
     * @param parameters their types, such as {@code long.class}; an empty array for none
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(Class<?> owner, String method, Class<?>... parameters) {
        LiftedClass from = LiftedClass.of(owner);
        String descriptor = MethodType.methodType(void.class, parameters).toMethodDescriptorString();
        String start = descriptor.substring(0, descriptor.lastIndexOf(')') + 1);
        List<MethodModel> all = from.named(method).stream().filter(each -> each.methodType().stringValue().startsWith(start)).toList();
        if (all.isEmpty()) {
            String others = from.named(method).stream().map(each -> each.methodTypeSymbol().displayDescriptor())
                .collect(Collectors.joining(", "));
            throw new LiftException(List.of(from.refusal(Refusal.Reason.METHOD, method, 0, "does not take these parameters; there is "
                + (others.isEmpty() ? "no method of this name" : others))));
        }
        return new Lift(from, List.of()).of(new MethodName(from.name(), method, all.getFirst().methodType().stringValue()));
    }

    /**
     * Lifts a lambda that captures nothing, or a static method by reference.
     *
     * @param body the lambda; of an interface of the caller's own
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody body) {
        MethodName name = LambdaName.of(body);
        Class<?> owner;
        try {
            owner = Class.forName(name.owner().replace('/', '.'), false, body.getClass().getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the class of a lambda is not where the lambda is", e);
        }
        return new Lift(LiftedClass.of(owner), List.of()).of(name);
    }

    /**
     * As {@link #lift(RoutineBody)}.
     *
     * @param body the lambda
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody.OfNone body) {
        return lift((RoutineBody) body);
    }

    /**
     * As {@link #lift(RoutineBody)}.
     *
     * @param body the lambda
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody.OfOne body) {
        return lift((RoutineBody) body);
    }

    /**
     * As {@link #lift(RoutineBody)}.
     *
     * @param body the lambda
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody.OfTwo body) {
        return lift((RoutineBody) body);
    }

    /**
     * As {@link #lift(RoutineBody)}.
     *
     * @param body the lambda
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody.OfThree body) {
        return lift((RoutineBody) body);
    }

    /**
     * As {@link #lift(RoutineBody)}.
     *
     * @param body the lambda
     * @return a routine that begins with it
     * @throws LiftException with everything that cannot be lifted
     */
    public static RoutineBuilder lift(RoutineBody.OfFour body) {
        return lift((RoutineBody) body);
    }
}
