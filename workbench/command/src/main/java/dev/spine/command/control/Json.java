package dev.spine.command.control;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.spine.system.output.JsonText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON of the control socket as plain objects: maps, lists, texts, whole numbers and truth values; null and fractions do not occur. Reading
 * is bounded in depth and length whatever comes. Stateless; any thread.
 */
public final class Json {
    /** Objects and lists within each other. */
    static final int MAX_DEPTH = 16;
    private static final int MAX_NAME = 256;
    private static final int MAX_DIGITS = 20;

    // What clients send does not go into a table of names that grows.
    private static final JsonFactory FACTORY = JsonFactory.builder()
        .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).maxStringLength(ControlProtocol.MAX_LINE)
            .maxNameLength(MAX_NAME).maxNumberLength(MAX_DIGITS).build())
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        // A terminal that shows the text obeys none of it.
        .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
        .build();

    private Json() {}

    /**
     * Reads one object.
     *
     * @param bytes UTF-8
     * @return its members in order
     * @throws RequestException when it is anything else
     */
    public static Map<String, Object> object(byte[] bytes) throws RequestException {
        // Decoded here, so that what is no UTF-8 is harmless text and not a matter of the parser's guess at an encoding.
        try (JsonParser parser = FACTORY.createParser(new String(bytes, StandardCharsets.UTF_8))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw malformed("a line is one JSON object");
            }
            Map<String, Object> members = members(parser);
            if (parser.nextToken() != null) {
                throw malformed("a line is one JSON object, and nothing comes after it");
            }
            return members;
        } catch (IOException e) {
            String words = String.valueOf(e.getMessage()).lines().findFirst().orElse("it ends too early");
            throw malformed("this is no JSON: " + words.substring(0, Math.min(words.length(), 160)));
        }
    }

    private static RequestException malformed(String message) {
        return new RequestException(Refusal.MALFORMED, message);
    }

    private static Map<String, Object> members(JsonParser parser) throws IOException, RequestException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            members.put(name, value(parser));
        }
        return members;
    }

    private static Object value(JsonParser parser) throws IOException, RequestException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw malformed("this is no JSON: it ends too early");
        }
        return switch (token) {
            case START_OBJECT -> members(parser);
            case START_ARRAY -> elements(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw malformed("a value is a text, a whole number, true, false, a list or an object");
        };
    }

    private static List<Object> elements(JsonParser parser) throws IOException, RequestException {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(parser));
        }
        return elements;
    }

    /**
     * {@return an object on one line, with the line's end}
     *
     * @param members maps, lists, texts, numbers and truth values
     */
    public static String line(Map<String, ?> members) {
        return write(members, Layout.LINE) + "\n";
    }

    /**
     * {@return an object for a file or a person, indented, with a line's end}
     *
     * @param members maps, lists, texts, numbers and truth values
     */
    public static String document(Map<String, ?> members) {
        return write(members, Layout.INDENTED) + "\n";
    }

    private enum Layout { LINE, INDENTED }

    private static String write(Map<String, ?> members, Layout layout) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            if (layout == Layout.INDENTED) {
                generator.useDefaultPrettyPrinter();
            }
            JsonText.write(generator, members);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }
}
