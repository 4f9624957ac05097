package dev.spine.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads JSON into maps, lists, texts, booleans and doubles, by the streaming parser that the workbench has anyway. */
final class JsonRecords {
    private JsonRecords() {}

    /** A list of objects. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> parse(String text) throws IOException {
        return (List<Map<String, Object>>) value(text);
    }

    /** An object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(String text) throws IOException {
        return (Map<String, Object>) value(text);
    }

    private static Object value(String text) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            Object value = read(json, json.nextToken());
            if (json.nextToken() != null) {
                throw new IOException("more than one value: " + text);
            }
            return value;
        }
    }

    private static Object read(JsonParser json, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> readObject(json);
            case START_ARRAY -> readList(json);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
            default -> json.getText();
        };
    }

    private static Map<String, Object> readObject(JsonParser json) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = Objects.requireNonNull(json.currentName());
            map.put(key, read(json, json.nextToken()));
        }
        return map;
    }

    private static List<Object> readList(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
            list.add(read(json, next));
        }
        return list;
    }
}
