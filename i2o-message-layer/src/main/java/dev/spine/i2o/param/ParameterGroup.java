package dev.spine.i2o.param;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ParameterField.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The declaration of a parameter group: its number, its fields, and what can be done with its rows.
 *
 * <pre>{@code
 * static final ParameterGroup OPERATION = ParameterGroup.scalar(0x0004, "LanOperation")
 *     .u32("PacketPrePad").u32("UserFlags").build();
 * }</pre>
 *
 * <p>Field indices are the order of declaration; offsets follow from the sizes, without padding. Immutable; any thread.
 *
 * @param number the group's number: from 0xF000 for every class, from 0x8000 for a vendor, below for the class
 * @param name a name for people
 * @param kind whether it has one row or many
 * @param properties what can be done with its rows, bits of {@link Properties}
 * @param fields its fields in order; the first is the key of a table
 */
public record ParameterGroup(int number, String name, Kind kind, int properties, List<ParameterField> fields) {
    private static final int ROW_HEADER_BYTES = 4;

    /** How many rows a group has. */
    public enum Kind {
        /** One. */
        SCALAR,
        /** Any number. */
        TABLE
    }

    /** What can be done with a group, as its descriptor says. */
    public static final class Properties {
        public static final int TABLE = 0x01;
        /** Rows can be added. */
        public static final int ADDABLE = 0x02;
        /** Rows can be removed. */
        public static final int DELETABLE = 0x04;
        /** All rows can be removed at once. */
        public static final int CLEARABLE = 0x08;

        private Properties() {
        }
    }

    /** Copies the fields. */
    public ParameterGroup {
        fields = List.copyOf(fields);
    }

    /**
     * Begins the declaration of a group of one row.
     *
     * @param number the group's number
     * @param name a name for people
     * @return a builder
     */
    public static Builder scalar(int number, String name) {
        return new Builder(number, name, Kind.SCALAR, 0);
    }

    /**
     * Begins the declaration of a table whose rows only the device changes.
     *
     * @param number the group's number
     * @param name a name for people
     * @return a builder
     */
    public static Builder table(int number, String name) {
        return new Builder(number, name, Kind.TABLE, Properties.TABLE);
    }

    /**
     * Begins the declaration of a table whose rows others may add, remove and clear.
     *
     * @param number the group's number
     * @param name a name for people
     * @return a builder
     */
    public static Builder dynamicTable(int number, String name) {
        int properties = Properties.TABLE | Properties.ADDABLE | Properties.DELETABLE | Properties.CLEARABLE;
        return new Builder(number, name, Kind.TABLE, properties);
    }

    /** {@return the bytes of a row with all fields, variable ones at their longest} */
    public int rowBytes() {
        return fields.stream().mapToInt(ParameterField::byteCount).sum();
    }

    /**
     * The index of a field.
     *
     * @param fieldName its name
     * @return its index, from 0
     * @throws IllegalArgumentException there is none of this name
     */
    public int indexOf(String fieldName) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(fieldName)) {
                return i;
            }
        }
        List<String> names = fields.stream().map(ParameterField::name).toList();
        throw new IllegalArgumentException(name + " has no field " + fieldName + ", only " + names);
    }

    /** {@return the group as a layout, for tests and the printed specification: name, size and fields} */
    public Layout layout() {
        List<Field> places = fields.stream()
            .map(field -> new Field(field.name(), field.byteOffset(), 0, field.byteCount() * Byte.SIZE)).toList();
        return new Layout(name, rowBytes(), places);
    }

    /**
     * Takes the data of an answer to a whole-group FIELD_GET apart.
     *
     * @param data the data of the block; it may be cut
     * @return the row, as far as the data goes
     */
    public ParameterRow readScalar(Octets data) {
        return readRow(data.toArray(), 0);
    }

    /**
     * Takes the data of an answer to a whole-group TABLE_GET or LIST_GET apart.
     *
     * @param data the data of the block, row count first; it may be cut
     * @return the rows that are there in full
     */
    public List<ParameterRow> readTable(Octets data) {
        List<ParameterRow> rows = new ArrayList<>();
        if (data.size() >= ROW_HEADER_BYTES) {
            byte[] bytes = data.toArray();
            int count = data.at(0) | data.at(1) << Byte.SIZE;
            for (int i = 0; i < count && ROW_HEADER_BYTES + (i + 1) * rowBytes() <= bytes.length; i++) {
                rows.add(readRow(bytes, ROW_HEADER_BYTES + i * rowBytes()));
            }
        }
        return List.copyOf(rows);
    }

    private ParameterRow readRow(byte[] bytes, int offset) {
        Map<String, FieldValue> values = new LinkedHashMap<>();
        for (ParameterField field : fields) {
            int from = offset + field.byteOffset();
            int to = from + field.byteCount();
            boolean variable = field.form() == Form.VARIABLE_BYTES && from < bytes.length;
            if (to <= bytes.length || variable) {
                byte[] part = Arrays.copyOfRange(bytes, from, Math.min(to, bytes.length));
                values.put(field.name(), new FieldValue(Octets.of(part)));
            }
        }
        return new ParameterRow(values);
    }

    @Override
    public String toString() {
        return name + " 0x" + Integer.toHexString(number);
    }

    /** Builds a declaration, field by field. */
    public static final class Builder {
        private final int number;
        private final String name;
        private final Kind kind;
        private final int properties;
        private final List<ParameterField> fields = new ArrayList<>();
        private int nextOffset;

        private Builder(int number, String name, Kind kind, int properties) {
            this.number = number;
            this.name = name;
            this.kind = kind;
            this.properties = properties;
        }

        /**
         * Adds a number of one byte.
         *
         * @param fieldName its name
         */
        public Builder u8(String fieldName) {
            return add(fieldName, Byte.BYTES, Form.NUMBER);
        }

        /**
         * Adds a number of two bytes.
         *
         * @param fieldName its name
         */
        public Builder u16(String fieldName) {
            return add(fieldName, Short.BYTES, Form.NUMBER);
        }

        /**
         * Adds numbers of four bytes.
         *
         * @param fieldNames their names
         */
        public Builder u32(String... fieldNames) {
            for (String fieldName : fieldNames) {
                add(fieldName, Integer.BYTES, Form.NUMBER);
            }
            return this;
        }

        /**
         * Adds numbers of eight bytes.
         *
         * @param fieldNames their names
         */
        public Builder u64(String... fieldNames) {
            for (String fieldName : fieldNames) {
                add(fieldName, Long.BYTES, Form.NUMBER);
            }
            return this;
        }

        /**
         * Adds a run of bytes.
         *
         * @param fieldName its name
         * @param byteCount how many
         */
        public Builder bytes(String fieldName, int byteCount) {
            return add(fieldName, byteCount, Form.BYTES);
        }

        /**
         * Adds a run of bytes that ends where its value ends; the last field.
         *
         * @param fieldName its name
         * @param maxBytes the most
         */
        public Builder variableBytes(String fieldName, int maxBytes) {
            return add(fieldName, maxBytes, Form.VARIABLE_BYTES);
        }

        private Builder add(String fieldName, int byteCount, Form form) {
            fields.add(new ParameterField(fieldName, nextOffset, byteCount, form));
            nextOffset += byteCount;
            return this;
        }

        /**
         * Ends the declaration.
         *
         * @return the group
         */
        public ParameterGroup build() {
            return new ParameterGroup(number, name, kind, properties, fields);
        }
    }
}
