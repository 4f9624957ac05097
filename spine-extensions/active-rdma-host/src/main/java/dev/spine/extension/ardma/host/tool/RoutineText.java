package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.RoutineFormat;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the lines of a text that begin with a point say. */
final class RoutineText {
    /** What a push may name in place of a number, and data therefore not be called. */
    static final Map<String, Integer> AREAS = Map.of("data", RoutineFormat.DATA_AREA, "scratch", RoutineFormat.SCRATCH_AREA);
    static final String DIRECTIVES = ".method, .data, .areas, .scratch or .constant";

    /** Bytes of the data section that have a name. */
    record Part(int offset, int bytes) {}

    private final Map<String, Part> parts = new HashMap<>();
    private final Map<String, MethodText> methods = new LinkedHashMap<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final Set<Integer> ints = new LinkedHashSet<>();
    private final Set<Long> longs = new LinkedHashSet<>();
    private int areas;
    private int scratch;

    /** Reads a line that begins with a point: {@return the method that begins there, or null} */
    @Nullable MethodText read(LineReader line) throws WrongWordException {
        Word directive = line.take();
        switch (directive.text()) {
            case ".areas" -> areas = line.number(0, RoutineFormat.MAX_AREAS, "how many areas");
            case ".scratch" -> scratch = line.number(0, RoutineFormat.MAX_SCRATCH_BYTES, "bytes");
            case ".data" -> readData(line);
            case ".constant" -> readConstant(line);
            case ".method" -> {
                return readMethod(line);
            }
            default -> throw new WrongWordException(directive, "expected " + DIRECTIVES + ", found " + directive.shown());
        }
        line.end();
        return null;
    }

    private void readData(LineReader line) throws WrongWordException {
        Word name = line.isName() ? line.take() : line.peek();
        byte[] bytes = DataReader.read(line);
        if (data.size() + bytes.length > RoutineFormat.MAX_DATA_BYTES) {
            throw new WrongWordException(name, limit("bytes of data", RoutineFormat.MAX_DATA_BYTES));
        }
        if (name.kind() == Word.Kind.PLAIN && !name.text().startsWith("0x")) {
            if (AREAS.containsKey(name.text()) || parts.containsKey(name.text())) {
                throw new WrongWordException(name, "expected a name that nothing has, found " + name.shown());
            }
            parts.put(name.text(), new Part(data.size(), bytes.length));
        }
        data.writeBytes(bytes);
    }

    private void readConstant(LineReader line) throws WrongWordException {
        Word first = line.peek();
        if (line.isAtLong()) {
            longs.add(line.longValue());
        } else {
            ints.add(line.intValue("an int, or a long with an L behind it"));
        }
        if (Math.max(ints.size(), longs.size()) > RoutineFormat.MAX_CONSTANTS) {
            throw new WrongWordException(first, limit("constants of one kind", RoutineFormat.MAX_CONSTANTS));
        }
    }

    private MethodText readMethod(LineReader line) throws WrongWordException {
        Word name = line.name("a method's name");
        Word descriptor = line.plain("what the method takes and returns: (IJ)V");
        line.end();
        if (methods.containsKey(name.text())) {
            throw new WrongWordException(name, "expected a name that no method has, found " + name.shown());
        }
        if (methods.size() == RoutineFormat.MAX_METHODS) {
            throw new WrongWordException(name, limit("methods", RoutineFormat.MAX_METHODS));
        }
        if (!Descriptor.isOne(descriptor.text())) {
            throw new WrongWordException(descriptor, "expected up to " + RoutineFormat.MAX_PARAMETERS + " of I and J, and I, J or V, as"
                + " (IJ)V, found " + descriptor.shown());
        }
        MethodText method = new MethodText(name, Descriptor.of(descriptor.text()));
        methods.put(name.text(), method);
        return method;
    }

    static String limit(String what, int most) {
        return String.format(Locale.ROOT, "expected at most %,d %s, found more", most, what);
    }

    @Nullable Part part(String name) {
        return parts.get(name);
    }

    @Nullable MethodText method(String name) {
        return methods.get(name);
    }

    List<MethodText> methods() {
        return List.copyOf(methods.values());
    }

    /** {@return a builder that has everything but methods} */
    RoutineBuilder builder() {
        RoutineBuilder builder = new RoutineBuilder().areas(areas).scratch(scratch);
        builder.data(data.toByteArray());
        ints.forEach(builder::intConstant);
        longs.forEach(builder::longConstant);
        return builder;
    }
}
