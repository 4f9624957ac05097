package dev.spine.i2o.message.catalogue;

import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/** One message of {@link Rows}: it reads, writes and prints by its values, as the record of a typed message does. Immutable; any thread. */
final class Row {
    /** What follows the fixed part. */
    enum Tail {
        /** Nothing. */
        NONE,
        /** A scatter-gather list. */
        ONE,
        /** A scatter-gather list of several transactions, their contexts in its elements. */
        MANY
    }

    /**
     * A value of up to 32 bits.
     *
     * @param name what traces call it
     * @param field where it lies
     * @param meaning for people, with its unit
     */
    record Value(String name, Field field, String meaning) {
    }

    private final String name;
    private final String meaning;
    private final List<Value> values;
    private final Tail tail;
    private final MessageKind<?> kind;

    /** Makes the entry of the catalogue; values come in the order in which they are printed, the layout sorts them by place. */
    Row(String name, String meaning, List<Value> values, Tail tail, MessageKind.Role role, String layoutName, int words, int deviceClass,
        int function) {
        this.name = name;
        this.meaning = meaning;
        this.values = values;
        this.tail = tail;
        List<Field> fields = values.stream().map(Value::field)
            .sorted(Comparator.comparingInt(Field::byteOffset).thenComparingInt(Field::firstBit)).toList();
        Layout layout = new Layout(layoutName, words * Integer.BYTES, fields);
        this.kind = role == MessageKind.Role.REQUEST ? MessageKind.request(layout, deviceClass, function, this::request)
            : MessageKind.reply(layout, deviceClass, function, this::reply);
    }

    MessageKind<?> kind() {
        return kind;
    }

    String meaning() {
        return meaning;
    }

    List<Value> values() {
        return values;
    }

    private RowRequest request(MessageFrame frame) {
        return new RowRequest(this, read(frame), tail == Tail.NONE ? List.of() : SglElement.readAll(frame, kind.sglWord(frame)));
    }

    private RowReply reply(MessageFrame frame) {
        return new RowReply(this, read(frame));
    }

    private List<Integer> read(MessageFrame frame) {
        return values.stream().map(value -> value.field().get(frame)).toList();
    }

    private void write(MessageFrame frame, List<Integer> numbers) {
        for (int i = 0; i < numbers.size(); i++) {
            values.get(i).field().set(frame, numbers.get(i));
        }
    }

    private String text(List<Integer> numbers, List<SglElement> sgl) {
        StringJoiner text = new StringJoiner(", ", name + "[", "]");
        for (int i = 0; i < numbers.size(); i++) {
            text.add(values.get(i).name() + "=" + numbers.get(i));
        }
        if (tail != Tail.NONE) {
            text.add("sgl=" + sgl);
        }
        return text.toString();
    }

    /** A request of a row with its values in the row's order and its list. */
    record RowRequest(Row row, List<Integer> numbers, List<SglElement> sgl) implements Request {
        @Override
        public MessageKind<?> kind() {
            return row.kind;
        }

        @Override
        public int sizeWords() {
            return row.kind.minWords() + SglElement.words(sgl);
        }

        @Override
        public void emit(MessageFrame frame, Header header) {
            row.kind.beginRequest(frame, header, sizeWords(), row.tail == Tail.MANY ? MessageFlags.MULTIPLE : 0,
                row.tail == Tail.NONE ? 0 : row.kind.minWords());
            row.write(frame, numbers);
            SglElement.writeAll(frame, row.kind.minWords(), sgl);
        }

        @Override
        public String toString() {
            return row.text(numbers, sgl);
        }
    }

    /** A reply of a row with its values in the row's order. */
    record RowReply(Row row, List<Integer> numbers) implements Reply {
        @Override
        public MessageKind<?> kind() {
            return row.kind;
        }

        @Override
        public void emit(MessageFrame request, MessageFrame reply) {
            row.kind.beginReply(request, reply, sizeWords(), MessageFlags.FINAL_REPLY, 0);
            row.write(reply, numbers);
        }

        @Override
        public String toString() {
            return row.text(numbers, List.of());
        }
    }
}
