package dev.spine.system.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * One table of a TOML file, read key by key. Each key has a type and a range; what nobody asked for is an error at {@link #finish}.
 * One thread at a time.
 */
public final class TomlSection {
    private static final String NAME = "[A-Za-z0-9._-]{1,32}";

    private final String file;
    private final String path;
    private final TomlTable table;
    private final @Nullable TomlPosition position;
    private final Set<String> known = new TreeSet<>();

    TomlSection(String file, String path, TomlTable table, @Nullable TomlPosition position) {
        this.file = file;
        this.path = path;
        this.table = table;
        this.position = position;
    }

    /**
     * {@return whether a key is there}
     *
     * @param key the key
     */
    public boolean has(String key) {
        known.add(key);
        return table.contains(List.of(key));
    }

    /**
     * {@return a text}
     *
     * @param key a key that must be there
     */
    public String text(String key) {
        if (!has(key)) {
            throw missing(key);
        }
        Object value = table.get(List.of(key));
        if (value instanceof String string && !string.isEmpty()) {
            return string;
        }
        throw wrong(key, "must be a non-empty string");
    }

    /**
     * {@return a text, or what stands in for it}
     *
     * @param key the key
     * @param standard used when the key is missing
     */
    public String text(String key, String standard) {
        return has(key) ? text(key) : standard;
    }

    /**
     * {@return a name: 1 to 32 letters, digits and the characters - _ . of ASCII, since names are parts of paths and of tables}
     *
     * @param key a key that must be there
     */
    public String name(String key) {
        String name = text(key);
        if (!name.matches(NAME)) {
            throw wrong(key, "must be 1 to 32 letters, digits, hyphens, dots or underscores");
        }
        return name;
    }

    /**
     * {@return a name, or what stands in for it}
     *
     * @param key the key
     * @param standard used when the key is missing
     */
    public String name(String key, String standard) {
        return has(key) ? name(key) : standard;
    }

    /**
     * {@return a file that a key names: absolute, or beside the file that this table stands in}
     *
     * @param key a key that must be there
     */
    public Path file(String key) {
        try {
            Path named = Path.of(text(key));
            Path directory = Path.of(file).getParent();
            return directory == null ? named : directory.resolve(named);
        } catch (InvalidPathException e) {
            throw wrong(key, "is not a valid file name: " + e.getReason());
        }
    }

    /**
     * {@return a whole number}
     *
     * @param key the key
     * @param least the smallest allowed
     * @param most the largest allowed
     * @param standard used when the key is missing
     */
    public long number(String key, long least, long most, long standard) {
        return has(key) ? number(key, least, most) : standard;
    }

    /**
     * {@return a whole number}
     *
     * @param key a key that must be there
     * @param least the smallest allowed
     * @param most the largest allowed
     */
    public long number(String key, long least, long most) {
        if (!has(key)) {
            throw missing(key);
        }
        if (table.get(List.of(key)) instanceof Long value && value >= least && value <= most) {
            return value;
        }
        throw wrong(key, "must be a whole number from " + least + " to " + most);
    }

    /**
     * {@return a decimal number}
     *
     * @param key a key that must be there
     * @param least the smallest allowed
     * @param most the largest allowed
     */
    public double decimal(String key, double least, double most) {
        if (!has(key)) {
            throw missing(key);
        }
        Object value = table.get(List.of(key));
        if (value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw wrong(key, String.format(Locale.ROOT, "must be a number from %.0f to %.0f", least, most));
    }

    /**
     * {@return a size in bytes: a whole number, or a text as {@link ByteSize} has it}
     *
     * @param key the key
     * @param least the smallest allowed
     * @param most the largest allowed
     * @param standard used when the key is missing
     */
    public long size(String key, long least, long most, long standard) {
        if (!has(key)) {
            return standard;
        }
        Object value = table.get(List.of(key));
        long bytes = value instanceof Long number ? number : value instanceof String text ? ByteSize.of(text).orElse(-1) : -1;
        if (bytes < least || bytes > most) {
            throw wrong(key, "must be a size from " + least + " to " + most + " bytes, for example \"1M\"");
        }
        return bytes;
    }

    /**
     * {@return one of an enum's constants, written in lower or upper case}
     *
     * @param <E> the enum
     * @param key the key
     * @param type the enum
     * @param standard used when the key is missing
     */
    public <E extends Enum<E>> E choice(String key, Class<E> type, E standard) {
        if (!has(key)) {
            return standard;
        }
        String text = text(key);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw wrong(key, "must be one of " + String.join(", ", names(type)));
    }

    private static <E extends Enum<E>> List<String> names(Class<E> type) {
        List<String> names = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            names.add(constant.name());
        }
        return names;
    }

    /**
     * {@return a table within this one, or null}
     *
     * @param key the key
     */
    public @Nullable TomlSection section(String key) {
        if (!has(key)) {
            return null;
        }
        if (table.get(List.of(key)) instanceof TomlTable inner) {
            return new TomlSection(file, path + key + ".", inner, table.inputPositionOf(List.of(key)));
        }
        throw wrong(key, "must be a table: write [" + path + key + "]");
    }

    /**
     * {@return the tables of an array, in order; none when the key is missing}
     *
     * @param key the key
     */
    public List<TomlSection> sections(String key) {
        List<TomlSection> list = new ArrayList<>();
        if (!has(key)) {
            return list;
        }
        if (!(table.get(List.of(key)) instanceof TomlArray array)) {
            throw wrong(key, "must be tables: write [[" + path + key + "]]");
        }
        for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof TomlTable inner)) {
                throw wrong(key, "must be tables: write [[" + path + key + "]]");
            }
            list.add(new TomlSection(file, path + key + ".", inner, array.inputPositionOf(i)));
        }
        return list;
    }

    /**
     * Makes an error about a key.
     *
     * @param key the key
     * @param problem what is wrong, continuing "'key' ..."
     * @return the error, to be thrown
     */
    public SystemFileException wrong(String key, String problem) {
        return placeOf(key).wrong("'" + path + key + "' " + problem);
    }

    /**
     * Makes an error about this table as a whole.
     *
     * @param problem what is wrong and what to do
     * @return the error, to be thrown
     */
    public SystemFileException wrong(String problem) {
        return error(position, problem);
    }

    private SystemFileException missing(String key) {
        return error(position, "'" + path + key + "' is missing: add it");
    }

    private SystemFileException error(@Nullable TomlPosition at, String problem) {
        return placeOf(at).wrong(problem);
    }

    /** The root table has no position of its own: it begins where the file begins. */
    private FilePosition placeOf(@Nullable TomlPosition at) {
        return at == null ? new FilePosition(file, 1, 1) : new FilePosition(file, at.line(), at.column());
    }

    /** {@return where this table begins in its file} */
    public FilePosition position() {
        return placeOf(position);
    }

    /**
     * {@return where a key of this table stands; where the table begins when the key is missing}
     *
     * @param key the key
     */
    public FilePosition placeOf(String key) {
        TomlPosition at = table.inputPositionOf(List.of(key));
        return placeOf(at == null ? position : at);
    }

    /**
     * {@return the texts of a table within this one, by their keys in the order of the file; whole numbers and truth values become texts,
     * and there are none when the key is missing}
     *
     * @param key the key
     */
    public Map<String, String> texts(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        TomlSection inner = section(key);
        if (inner == null) {
            return texts;
        }
        for (String name : inner.table.keySet()) {
            inner.known.add(name);
            Object value = inner.table.get(List.of(name));
            if (!(value instanceof String || value instanceof Long || value instanceof Boolean)) {
                throw inner.wrong(name, "must be a string, a whole number, true or false");
            }
            texts.put(name, value.toString());
        }
        return texts;
    }

    /**
     * {@return all keys and values of this table, and of those within it, in one text that does not depend on their order and places}
     *
     * @param without keys that are left out, wherever they are
     */
    public String outline(Set<String> without) {
        StringBuilder text = new StringBuilder();
        outline(table, without, text);
        return text.toString();
    }

    private static void outline(TomlTable from, Set<String> without, StringBuilder text) {
        for (String key : new TreeSet<>(from.keySet())) {
            if (!without.contains(key)) {
                text.append(key).append('=');
                outline(from.get(List.of(key)), without, text);
                text.append('\n');
            }
        }
    }

    private static void outline(@Nullable Object value, Set<String> without, StringBuilder text) {
        switch (value) {
            case TomlTable inner -> {
                text.append("{\n");
                outline(inner, without, text);
                text.append('}');
            }
            case TomlArray array -> {
                text.append('[');
                for (int i = 0; i < array.size(); i++) {
                    outline(array.get(i), without, text);
                    text.append(',');
                }
                text.append(']');
            }
            case null -> text.append('-');
            default -> text.append(value);
        }
    }

    /** Ends the reading: a key that nobody asked for is an error. */
    public void finish() {
        Set<String> unknown = new HashSet<>(table.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            String first = new TreeSet<>(unknown).first();
            throw wrong(first, "is not known here: remove it, or write one of " + String.join(", ", known));
        }
    }
}
