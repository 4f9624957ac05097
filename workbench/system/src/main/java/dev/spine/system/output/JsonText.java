package dev.spine.system.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON of plain data: maps, records, collections, texts, numbers, truth values and null; the same data give the same bytes. Stateless;
 * any thread.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    /**
     * {@return a value for a file or a person, indented, with a line's end}
     *
     * @param value plain data
     */
    public static String document(Object value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(out).useDefaultPrettyPrinter()) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out + "\n";
    }

    /**
     * Writes a value.
     *
     * @param json takes it
     * @param value plain data
     * @throws IOException the generator's
     */
    public static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    json.writeFieldName(String.valueOf(member.getKey()));
                    write(json, member.getValue());
                }
                json.writeEndObject();
            }
            case Record record -> write(json, components(record));
            case Collection<?> elements -> {
                json.writeStartArray();
                for (Object element : elements) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case Boolean truth -> json.writeBoolean(truth);
            case Double number -> json.writeNumber(number);
            case Number number -> json.writeNumber(number.longValue());
            default -> json.writeString(value.toString());
        }
    }

    /**
     * {@return the components of a record by their names, in order}
     *
     * @param record a public one
     */
    public static Map<String, @Nullable Object> components(Record record) {
        Map<String, @Nullable Object> components = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                components.put(component.getName(), component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the accessors of " + record.getClass() + " are public and throw nothing", e);
            }
        }
        return components;
    }
}
