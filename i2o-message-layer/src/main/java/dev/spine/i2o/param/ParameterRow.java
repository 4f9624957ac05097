package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One row of a group as an initiator received it: values by field name. A field that was cut off reads as 0, as no bytes, as an empty text.
 * Immutable; any thread.
 *
 * @param values the values that are there in full, in order of the fields
 */
public record ParameterRow(Map<String, FieldValue> values) {
    /** Copies the values. */
    public ParameterRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Whether a field is there.
     *
     * @param field its name
     * @return false if it was cut off, or if the group has no such field
     */
    public boolean has(String field) {
        return values.containsKey(field);
    }

    /**
     * A number.
     *
     * @param field name of the field
     * @return its value without sign, 0 if it is not there
     */
    public long number(String field) {
        return values.getOrDefault(field, FieldValue.ZERO).number();
    }

    /**
     * A text.
     *
     * @param field name of the field
     * @return its bytes up to the first NUL, empty if it is not there
     */
    public String text(String field) {
        return octets(field).text();
    }

    /**
     * A run of bytes.
     *
     * @param field name of the field
     * @return its bytes, none if it is not there
     */
    public Octets octets(String field) {
        return values.getOrDefault(field, FieldValue.ZERO).octets();
    }
}
