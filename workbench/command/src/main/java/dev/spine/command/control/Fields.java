package dev.spine.command.control;

import dev.spine.iop.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object, read one by one with a type and a range; what nobody asked for is an error at {@link #finish}. One thread at a
 * time.
 */
public final class Fields {
    private final Map<String, Object> members;
    private final Set<String> known = new TreeSet<>();

    /**
     * The members of an object.
     *
     * @param members as {@link Json#object} returns them
     */
    public Fields(Map<String, Object> members) {
        this.members = members;
    }

    private @Nullable Object get(String key) {
        known.add(key);
        return members.get(key);
    }

    private static RequestException wrong(String key, String problem) {
        return new RequestException(Refusal.MALFORMED, "\"" + key + "\" " + problem);
    }

    /**
     * {@return a text}
     *
     * @param key which
     * @param longest characters at most
     * @throws RequestException when it is not there, or no such text
     */
    public String text(String key, int longest) throws RequestException {
        String text = textOrNull(key, longest);
        if (text == null) {
            throw wrong(key, "is missing: give a text");
        }
        return text;
    }

    /**
     * {@return a text, or null when it is not there}
     *
     * @param key which
     * @param longest characters at most
     * @throws RequestException when it is no such text
     */
    public @Nullable String textOrNull(String key, int longest) throws RequestException {
        Object value = get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof String text && text.length() <= longest) {
            return text;
        }
        throw wrong(key, "must be a text of at most " + longest + " characters");
    }

    /**
     * {@return a whole number}
     *
     * @param key which
     * @param least the smallest
     * @param most the largest
     * @throws RequestException when it is not there, or no such number
     */
    public long number(String key, long least, long most) throws RequestException {
        if (get(key) instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(key, "must be a whole number from " + least + " to " + most);
    }

    /**
     * {@return a whole number, or what stands in for it}
     *
     * @param key which
     * @param least the smallest
     * @param most the largest
     * @param standard used when it is not there
     * @throws RequestException when it is no such number
     */
    public long number(String key, long least, long most, long standard) throws RequestException {
        return get(key) == null ? standard : number(key, least, most);
    }

    /**
     * {@return a truth value, false when it is not there}
     *
     * @param key which
     * @throws RequestException when it is none
     */
    public boolean flag(String key) throws RequestException {
        Object value = get(key);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw wrong(key, "must be true or false");
    }

    /**
     * {@return whole numbers of 32 bits, signed or unsigned; none when they are not there}
     *
     * @param key which
     * @param most how many at most
     * @throws RequestException when it is no such list
     */
    public List<Integer> words(String key, int most) throws RequestException {
        List<Integer> words = new ArrayList<>();
        for (Object element : list(key, most)) {
            if (!(element instanceof Long number) || number < Integer.MIN_VALUE || number > 0xFFFF_FFFFL) {
                throw wrong(key, "must hold whole numbers of 32 bits");
            }
            words.add(number.intValue());
        }
        return words;
    }

    private List<?> list(String key, int most) throws RequestException {
        Object value = get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list && list.size() <= most) {
            return list;
        }
        throw wrong(key, "must be a list of at most " + most);
    }

    /**
     * {@return texts by name; none when they are not there}
     *
     * @param key which
     * @throws RequestException when it is no such object
     */
    public Map<String, String> texts(String key) throws RequestException {
        Map<String, String> texts = new LinkedHashMap<>();
        Object value = get(key);
        if (value == null) {
            return texts;
        }
        if (!(value instanceof Map<?, ?> map) || map.size() > ControlProtocol.MAX_PARAMETERS) {
            throw wrong(key, "must be an object of at most " + ControlProtocol.MAX_PARAMETERS + " texts");
        }
        for (Map.Entry<?, ?> member : map.entrySet()) {
            if (!(member.getKey() instanceof String name) || !(member.getValue() instanceof String text)
                    || name.isEmpty() || name.length() > ControlProtocol.MAX_PARAMETER_NAME
                    || text.length() > ControlProtocol.MAX_PARAMETER_VALUE) {
                throw wrong(key, "must hold texts of at most " + ControlProtocol.MAX_PARAMETER_VALUE + " characters, with names of 1 to "
                    + ControlProtocol.MAX_PARAMETER_NAME);
            }
            texts.put(name, text);
        }
        return texts;
    }

    /**
     * {@return the texts of a list; none when it is not there}
     *
     * @param key which
     * @param longest characters of each at most
     * @throws RequestException when it is no such list
     */
    public List<String> textList(String key, int longest) throws RequestException {
        List<String> texts = new ArrayList<>();
        for (Object element : list(key, Integer.MAX_VALUE)) {
            if (!(element instanceof String text) || text.length() > longest) {
                throw wrong(key, "must hold texts of at most " + longest + " characters");
            }
            texts.add(text);
        }
        return texts;
    }

    /**
     * {@return the objects of a list; none when it is not there}
     *
     * @param key which
     * @throws RequestException when it is no list of objects
     */
    public List<Fields> objects(String key) throws RequestException {
        List<Fields> objects = new ArrayList<>();
        for (Object element : list(key, Integer.MAX_VALUE)) {
            objects.add(new Fields(membersOf(key, element)));
        }
        return objects;
    }

    /**
     * {@return an object; an empty one when it is not there}
     *
     * @param key which
     * @throws RequestException when it is no object
     */
    public Fields object(String key) throws RequestException {
        Object value = get(key);
        return new Fields(value == null ? Map.of() : membersOf(key, value));
    }

    private static Map<String, Object> membersOf(String key, Object value) throws RequestException {
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong(key, "must hold objects");
        }
        Map<String, Object> members = new LinkedHashMap<>();
        map.forEach((name, member) -> members.put(String.valueOf(name), member));
        return members;
    }

    /** {@return all members, for output} */
    public Map<String, Object> members() {
        return members;
    }

    /**
     * Ends the reading.
     *
     * @throws RequestException when there is a member that nobody asked for
     */
    public void finish() throws RequestException {
        Set<String> unknown = new TreeSet<>(members.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            String first = unknown.iterator().next();
            throw wrong(PlainText.line(first, 40), "is not known here: leave it out, or write one of "
                + String.join(", ", known));
        }
    }
}
