package dev.spine.i2o.message;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.table.HardwareResourceTable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a typed message by the components of its record: each has a field of the layout, in the same order. A component that is
 * a kind gets the kind of the frame; a list of elements or of words stands behind the fixed part.
 *
 * <p>For control, tests and people: it goes by reflection and allocates. Messages of the data path are read and written in place.
 * Immutable; any thread.
 */
final class RecordCodec<T extends Record & Message> implements Function<MessageFrame, T> {
    /** The kinds of the records that have one kind each. */
    private static final Map<Class<?>, MessageKind<?>> KINDS = new ConcurrentHashMap<>();

    /** How one component is read from a frame and written into it. */
    private record Value(Method accessor, Function<MessageFrame, Object> read, BiConsumer<MessageFrame, Object> write) {
        Object of(Message message) {
            try {
                return accessor.invoke(message);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the record of a message must be public: " + accessor, e);
            }
        }
    }

    private final MessageKind<T> kind;
    private final Constructor<T> constructor;
    private final List<Value> values = new ArrayList<>();
    /** The list behind the fixed part. */
    private @Nullable Value list;
    private boolean listOfElements;

    private RecordCodec(Class<T> type, String name, int sizeBytes, int deviceClass, int function, Field... fields) {
        List<Field> byPlace = Arrays.stream(fields)
            .sorted(Comparator.comparingInt(Field::byteOffset).thenComparingInt(Field::firstBit)).toList();
        MessageKind.Role role = Request.class.isAssignableFrom(type) ? MessageKind.Role.REQUEST : MessageKind.Role.REPLY;
        kind = new MessageKind<>(new Layout(name, sizeBytes, byPlace), deviceClass, function, role, this);
        RecordComponent[] components = type.getRecordComponents();
        try {
            constructor = type.getConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(name + ": the record must be public", e);
        }
        long needed = Arrays.stream(components)
            .filter(component -> component.getType() != MessageKind.class && component.getType() != List.class).count();
        if (needed != fields.length) {
            throw new IllegalArgumentException(name + ": " + needed + " components need a field each, not " + fields.length);
        }
        Iterator<Field> next = List.of(fields).iterator();
        for (RecordComponent component : components) {
            values.add(value(component, next));
        }
    }

    /** Makes the kind of a record; the fields come in the order of its components. */
    static <T extends Record & Message> MessageKind<T> kind(
        Class<T> type, String name, int sizeBytes, int deviceClass, int function, Field... fields) {
        MessageKind<T> kind = new RecordCodec<>(type, name, sizeBytes, deviceClass, function, fields).kind;
        KINDS.put(type, kind);
        return kind;
    }

    static MessageKind<?> kindOf(Message message) {
        return Objects.requireNonNull(KINDS.get(message.getClass()), "a record makes its kind when its class is loaded");
    }

    /** The codec of a message; a message of another kind writes itself. */
    private static RecordCodec<?> of(Message message) {
        return (RecordCodec<?>) message.kind().parser();
    }

    private Value value(RecordComponent component, Iterator<Field> next) {
        Method accessor = component.getAccessor();
        Class<?> type = component.getType();
        if (type == MessageKind.class) {
            return new Value(accessor, _ -> kind, (_, _) -> { });
        }
        if (type == List.class) {
            listOfElements = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0] == SglElement.class;
            list = listOfElements
                ? new Value(accessor, frame -> SglElement.readAll(frame, kind.sglWord(frame)),
                    (frame, value) -> SglElement.writeAll(frame, kind.minWords(), elements(value)))
                : new Value(accessor, frame -> Words.read(frame, kind.minWords(), frame.sizeWords()),
                    (frame, value) -> Words.write(frame, kind.minWords(), words(value)));
            return list;
        }
        Field field = next.next();
        if (type == long.class) {
            return new Value(accessor, field::getLong, (frame, value) -> field.setLong(frame, (long) value));
        }
        if (type == Octets.class) {
            return new Value(accessor, field::getBytes, (frame, value) -> field.setBytes(frame, (Octets) value));
        }
        if (type == HardwareResourceTable.Entry.class) {
            return new Value(accessor, frame -> Words.adapter(frame, field),
                (frame, value) -> ((HardwareResourceTable.Entry) value).emit(frame.memory(), frame.offset() + field.byteOffset()));
        }
        return new Value(accessor, field::get, (frame, value) -> field.set(frame, (int) value));
    }

    private static List<SglElement> elements(Object value) {
        return ((List<?>) value).stream().map(SglElement.class::cast).toList();
    }

    private static List<Integer> words(Object value) {
        return ((List<?>) value).stream().map(Integer.class::cast).toList();
    }

    @Override
    public T apply(MessageFrame frame) {
        try {
            return constructor.newInstance(values.stream().map(value -> value.read.apply(frame)).toArray());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the record of " + kind + " refuses what a frame can hold", e);
        }
    }

    static int sizeWords(Message message) {
        MessageKind<?> kind = message.kind();
        if (!(kind.parser() instanceof RecordCodec<?> codec) || codec.list == null) {
            return kind.minWords();
        }
        Object list = codec.list.of(message);
        return kind.minWords() + (codec.listOfElements ? SglElement.words(elements(list)) : words(list).size());
    }

    static void emit(Request message, MessageFrame frame, Header header) {
        RecordCodec<?> codec = of(message);
        codec.kind.beginRequest(frame, header, message.sizeWords(), message.headerFlags(),
            codec.listOfElements ? codec.kind.minWords() : 0);
        codec.write(message, frame);
    }

    static void emit(Reply message, MessageFrame request, MessageFrame reply) {
        RecordCodec<?> codec = of(message);
        codec.kind.beginReply(request, reply, message.sizeWords(), message.headerFlags(), 0);
        codec.write(message, reply);
    }

    private void write(Message message, MessageFrame frame) {
        for (Value value : values) {
            value.write.accept(frame, value.of(message));
        }
    }

    /** The text of a record with several kinds: the name of its kind stands in the place of the record's. */
    static String text(Message message) {
        return message.kind().name() + of(message).values.stream().filter(value -> value.accessor.getReturnType() != MessageKind.class)
            .map(value -> value.accessor.getName() + "=" + value.of(message)).collect(Collectors.joining(", ", "[", "]"));
    }
}
