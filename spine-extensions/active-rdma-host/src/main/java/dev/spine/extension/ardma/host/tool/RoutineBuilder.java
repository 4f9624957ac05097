package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a routine from instructions. The first method is the one where a run begins. Sizes of stacks and locals, and constants, are found
 * by themselves.
 *
 * <pre>{@code
 * RoutineBuilder routine = new RoutineBuilder();
 * routine.method("sum", "(IJ)J")
 *     .load(0).load(1).call(Intrinsic.LOAD64).returns();
 * byte[] bytes = routine.build();
 * }</pre>
 *
 * <p>One thread at a time.
 */
public final class RoutineBuilder {
    private final List<MethodBuilder> methods = new ArrayList<>();
    private final Map<Integer, Integer> ints = new LinkedHashMap<>();
    private final Map<Long, Integer> longs = new LinkedHashMap<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private int scratchBytes;
    private int areas;

    /** A routine without methods. */
    public RoutineBuilder() {
        // Methods come one by one.
    }

    /**
     * Begins a method.
     *
     * @param name by which others call it
     * @param descriptor its parameters and result, of I, J and V: {@code "(IJ)V"}
     * @return the method, which has no instructions
     * @throws RoutineBuildException when there is one of this name, or the descriptor is another
     */
    public MethodBuilder method(String name, String descriptor) {
        if (methods.stream().anyMatch(method -> method.name().equals(name))) {
            throw new RoutineBuildException("there are two methods " + name);
        }
        MethodBuilder made = new MethodBuilder(this, name, Descriptor.of(descriptor));
        methods.add(made);
        return made;
    }

    /**
     * Begins a method anew, in place of one of the same name and descriptor: what called that one calls the new one.
     *
     * @param name of a method that is there
     * @return the method, which has no instructions
     * @throws RoutineBuildException when there is none
     */
    public MethodBuilder replace(String name) {
        MethodBuilder made = new MethodBuilder(this, name, named(name).descriptor());
        methods.set(indexOf(name), made);
        return made;
    }

    /**
     * Adds bytes to the data section, which a routine reads as area {@link RoutineFormat#DATA_AREA}.
     *
     * @param bytes any
     * @return the offset of the first one there
     */
    public int data(byte[] bytes) {
        int at = data.size();
        data.writeBytes(bytes);
        return at;
    }

    /**
     * Sets how much memory each run gets as area {@link RoutineFormat#SCRATCH_AREA}.
     *
     * @param bytes 0 to {@link RoutineFormat#MAX_SCRATCH_BYTES}
     * @return this
     */
    public RoutineBuilder scratch(int bytes) {
        scratchBytes = bytes;
        return this;
    }

    /**
     * Sets how many areas a call must bring.
     *
     * @param count 0 to {@link RoutineFormat#MAX_AREAS}
     * @return this
     */
    public RoutineBuilder areas(int count) {
        areas = count;
        return this;
    }

    int intConstant(int value) {
        return indexIn(ints, value);
    }

    int longConstant(long value) {
        return indexIn(longs, value);
    }

    private static <T> int indexIn(Map<T, Integer> values, T value) {
        Integer index = values.putIfAbsent(value, values.size());
        if (values.size() > RoutineFormat.MAX_CONSTANTS) {
            throw new RoutineBuildException("more than " + RoutineFormat.MAX_CONSTANTS + " constants of one kind: put some into the data");
        }
        return index == null ? values.size() - 1 : index;
    }

    MethodBuilder named(String name) {
        return methods.stream().filter(method -> method.name().equals(name)).findFirst()
            .orElseThrow(() -> new RoutineBuildException("there is no method " + name));
    }

    int indexOf(String name) {
        return names().indexOf(named(name).name());
    }

    /** {@return the methods' names, by their numbers} */
    public List<String> names() {
        return methods.stream().map(MethodBuilder::name).toList();
    }

    /**
     * {@return the binary form}
     *
     * @throws RoutineBuildException when it breaks a rule: which one, and in which method
     */
    public byte[] build() {
        byte[] bytes = form();
        check(bytes);
        return bytes;
    }

    /** {@return the binary form of what may break a rule of the verifier} */
    byte[] form() {
        if (methods.isEmpty()) {
            throw new RoutineBuildException("a routine has at least one method");
        }
        List<byte[]> codes = methods.stream().map(MethodBuilder::code).toList();
        int size = RoutineFormat.HEADER_BYTES + methods.size() * RoutineFormat.HEAD_BYTES + ints.size() * Integer.BYTES
            + longs.size() * Long.BYTES + codes.stream().mapToInt(code -> code.length).sum() + data.size();
        ByteBuffer out = ByteBuffer.allocate(size);
        out.putInt(RoutineFormat.MAGIC).putShort((short) RoutineFormat.VERSION).putShort((short) methods.size());
        out.putShort((short) ints.size()).putShort((short) longs.size());
        out.putInt(data.size()).putInt(scratchBytes).putInt(areas).putInt(size);
        for (int i = 0; i < codes.size(); i++) {
            methods.get(i).putHead(out, codes.get(i).length);
        }
        ints.keySet().forEach(out::putInt);
        longs.keySet().forEach(out::putLong);
        codes.forEach(out::put);
        out.put(data.toByteArray());
        return out.array();
    }

    private void check(byte[] bytes) {
        try {
            RoutineVerifier.verify(RoutineReader.read(new ArrayArea(bytes, false)));
        } catch (RoutineException e) {
            String where = e.method() < 0 || e.method() >= methods.size() ? ""
                : " in method " + methods.get(e.method()).name() + " at " + e.offset();
            throw new RoutineBuildException(e.flaw().text() + where);
        }
    }
}
