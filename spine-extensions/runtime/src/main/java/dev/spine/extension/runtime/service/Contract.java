package dev.spine.extension.runtime.service;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Surface;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The methods of an interface that is a service, in an order that both sides agree on, with what goes over in each call. Reading one runs
 * no code of the extension. Any thread.
 */
public final class Contract {
    private static final int MAX_VALUES = CallFrame.MAX_VALUES;
    /** The most methods of a service. */
    static final int MAX_METHODS = 64;

    private static final Set<Class<?>> REFERENCES = Set.of(Buffer.class, Surface.class, HostRegion.class);

    private final Class<?> type;
    private final List<Method> methods;
    private final List<String> description = new ArrayList<>();

    private Contract(Class<?> type, List<Method> methods) {
        this.type = type;
        this.methods = methods;
    }

    /**
     * Reads an interface.
     *
     * @param type a class of an extension
     * @return its contract
     * @throws IllegalArgumentException when it cannot be a service; the text says why
     */
    public static Contract of(Class<?> type) {
        if (!type.isInterface() || !Modifier.isPublic(type.getModifiers()) || type.isSealed()) {
            throw new IllegalArgumentException(type.getName() + " is no public interface that is not sealed");
        }
        List<Method> found = Arrays.stream(type.getMethods()).filter(method -> Modifier.isAbstract(method.getModifiers())).toList();
        if (found.isEmpty() || found.size() > MAX_METHODS) {
            throw new IllegalArgumentException(type.getName() + " has " + found.size() + " methods to be called: a service has 1 to "
                + MAX_METHODS);
        }
        // Sorted only when they are few: an extension may ask as often as its fuel allows.
        List<Method> methods = found.stream().sorted(Comparator.comparing(Contract::signature)).toList();
        Contract contract = new Contract(type, methods);
        methods.forEach(contract::describe);
        return contract;
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.stream(method.getParameterTypes()).map(Class::descriptorString).toList()
            + method.getReturnType().descriptorString();
    }

    private void describe(Method method) {
        int values = 0;
        StringBuilder text = new StringBuilder(signature(method));
        for (Class<?> parameter : method.getParameterTypes()) {
            values += REFERENCES.contains(parameter) ? 1 : value(method, parameter, text);
        }
        int results = method.getReturnType() == void.class ? 0 : value(method, method.getReturnType(), text);
        if (values > MAX_VALUES || results > MAX_VALUES) {
            throw new IllegalArgumentException(method.getName() + " takes or gives more than " + MAX_VALUES + " values");
        }
        description.add(text.toString());
    }

    /** How many values something takes in a frame; what a record consists of is a part of the contract. */
    private static int value(Method method, Class<?> value, StringBuilder text) {
        if (value.isPrimitive() || value == String.class) {
            return 1;
        }
        RecordComponent[] components = value.getRecordComponents();
        if (components == null || !Modifier.isPublic(value.getModifiers())) {
            throw new IllegalArgumentException(method.getName() + " has a " + value.getName() + ": parameters are primitives, String,"
                + " Buffer, Surface, HostRegion and public records of primitives and Strings; results are primitives, String and such"
                + " records");
        }
        for (RecordComponent component : components) {
            if (!component.getType().isPrimitive() && component.getType() != String.class) {
                throw new IllegalArgumentException("the record " + value.getName() + " has a " + component.getType().getName()
                    + ": records of services consist of primitives and Strings");
            }
            text.append(' ').append(component.getName()).append(component.getType().descriptorString());
        }
        return components.length;
    }

    /** {@return the interface} */
    public Class<?> type() {
        return type;
    }

    /** {@return of each method whether its result is a number, or nothing, which takes no heap of the caller} */
    public boolean[] areResultsNumbers() {
        boolean[] numbers = new boolean[methods.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = methods.get(i).getReturnType().isPrimitive();
        }
        return numbers;
    }

    /** {@return of each method whether its parameters take heap of the exporter: numbers and buffers do not} */
    public boolean[] takeHeap() {
        boolean[] take = new boolean[methods.size()];
        for (int i = 0; i < take.length; i++) {
            for (Class<?> parameter : methods.get(i).getParameterTypes()) {
                take[i] |= !parameter.isPrimitive() && parameter != Buffer.class;
            }
        }
        return take;
    }

    /** {@return the methods, by their numbers} */
    List<Method> methods() {
        return methods;
    }

    /** {@return what both sides must have alike, a line for each method} */
    public List<String> description() {
        return description;
    }
}
