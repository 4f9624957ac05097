package dev.spine.extension.runtime.report;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.verify.Library;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * How an instance has failed, and what was there at that moment, for people to look at until it is unloaded. Any thread.
 *
 * @param why what was thrown, or has ended the activation
 * @param text in one line
 * @param stack the extension's own lines, innermost first
 * @param kept what was kept of its state
 */
public record FailureRecord(Throwable why, String text, List<String> stack, List<String> kept) {
    private static final int MAX_LINES = 32;
    private static final int SHOWN_BYTES = 64;

    /** {@return fields of the entry, by reading them: nothing of the extension runs} */
    public static List<String> fields(Object entry) {
        List<String> lines = new ArrayList<>();
        ClassLoader loader = entry.getClass().getClassLoader();
        for (Class<?> at = entry.getClass(); at != null && at.getClassLoader() == loader; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getName().startsWith("meter$") && lines.size() < MAX_LINES) {
                    lines.add("field " + field.getName() + " = " + value(field, entry));
                }
            }
        }
        return lines;
    }

    private static String value(Field field, Object entry) {
        try {
            field.setAccessible(true);
            Object value = field.get(entry);
            return switch (value) {
                case null -> "null";
                case String text -> '"' + FailureText.oneLine(text) + '"';
                case Number number when field.getType().isPrimitive() -> number.toString();
                case Boolean truth when field.getType().isPrimitive() -> truth.toString();
                case Character character when field.getType().isPrimitive() -> Integer.toString(character);
                case Buffer buffer -> buffer.toString();
                case Object many when Library.has(many.getClass().getName().replace('.', '/')) ->
                    many.getClass().getSimpleName() + size(many);
                default -> value.getClass().isArray() ? value.getClass().getSimpleName().replace("[]", "") + '[' + Array.getLength(value)
                    + ']' : value.getClass().getName();
            };
        } catch (IllegalAccessException e) {
            return "not readable";
        }
    }

    /** How many elements a collection of the library says to have, by its field. */
    private static String size(Object collection) throws IllegalAccessException {
        for (Class<?> at = collection.getClass(); at != null && at != Object.class; at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals("size") && field.getType() == int.class) {
                    field.setAccessible(true);
                    return " of " + field.getInt(collection);
                }
            }
        }
        return "";
    }

    /** {@return the message of the activation that failed} */
    public static String message(Message message) {
        StringBuilder text = new StringBuilder(128);
        text.append("message ").append(message.kind()).append(", words");
        for (int i = 0; i < Message.WORDS; i++) {
            text.append(' ').append(Integer.toHexString(message.word(i)));
        }
        if (message.kind() == Message.Kind.PACKET || message.kind() == Message.Kind.BULK) {
            Buffer buffer = message.buffer();
            byte[] first = new byte[Math.min(SHOWN_BYTES, buffer.length())];
            for (int i = 0; i < first.length; i++) {
                first[i] = (byte) buffer.u8(i);
            }
            text.append(", ").append(buffer.length()).append(" bytes ").append(HexFormat.of().formatHex(first));
        }
        return text.toString();
    }
}
