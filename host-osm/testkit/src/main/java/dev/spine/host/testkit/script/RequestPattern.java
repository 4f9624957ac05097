package dev.spine.host.testkit.script;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.host.testkit.message.DriverBuffers.Direction;
import dev.spine.host.testkit.message.FrameText;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request of some kind with some values; each method gives a pattern that asks for more. Immutable; any thread.
 *
 * <pre>{@code
 * Requests.request(UtilClaim.KIND).to(0x008).with("ClaimType", ClaimType.PRIMARY)
 * }</pre>
 */
public final class RequestPattern implements RequestMatcher {
    private static final int SHOWN_BYTES = 16;

    /** One condition. */
    @FunctionalInterface
    private interface Condition {
        MessageComparison.Line check(MessageFrame request, DriverBuffers buffers);
    }

    private final String name;
    private final @Nullable MessageKind<?> kind;
    private final String words;
    private final List<Condition> conditions;

    private RequestPattern(String name, @Nullable MessageKind<?> kind, String words, List<Condition> conditions) {
        this.name = name;
        this.kind = kind;
        this.words = words;
        this.conditions = List.copyOf(conditions);
    }

    /** Any request at all. */
    static RequestPattern any() {
        return new RequestPattern("any request", null, "", List.of());
    }

    /** A request of a kind. */
    static RequestPattern of(MessageKind<?> kind) {
        return ofFunction(kind.name(), kind, kind.function());
    }

    /** A request with a function. */
    static RequestPattern ofFunction(int function) {
        return ofFunction("function " + Function.name(function), null, function);
    }

    private static RequestPattern ofFunction(String name, @Nullable MessageKind<?> kind, int function) {
        return new RequestPattern(name, kind, "", List.of((request, _) -> new MessageComparison.Line("Function", Function.name(function),
            Function.name(request.function()), request.function() == function)));
    }

    private RequestPattern and(String more, Condition condition) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(condition);
        return new RequestPattern(name, kind, words + more, all);
    }

    private static MessageComparison.Line line(String what, long expected, long actual) {
        return new MessageComparison.Line(what, FrameText.number(expected), FrameText.number(actual), expected == actual);
    }

    /**
     * {@return the same, called otherwise in messages}
     *
     * @param words for example {@code "block read"}
     */
    public RequestPattern called(String words) {
        return new RequestPattern(words, kind, this.words, conditions);
    }

    /** {@return the same, to one target} */
    public RequestPattern to(int tid) {
        return and(" to TID " + FrameText.tid(tid), (request, _) -> new MessageComparison.Line("TargetAddress", FrameText.tid(tid),
            FrameText.tid(request.target()), request.target() == tid));
    }

    /**
     * {@return the same, with a field of its kind}
     *
     * @param fieldName the field's name in the architecture's spelling, as {@code spine spec} prints it
     * @param value the value that it must have
     * @throws IllegalArgumentException the kind has no such field (the message lists those that there are), or the pattern has no kind
     */
    public RequestPattern with(String fieldName, long value) {
        MessageKind<?> known = kind;
        checkArgument(known != null, "%s has no fields: begin with Requests.request(KIND)", name);
        return with(known.layout().field(fieldName), value);
    }

    /**
     * {@return the same, with a field}
     *
     * @param value the value that it must have
     */
    public RequestPattern with(Field field, long value) {
        return and(", " + field.name() + " " + FrameText.number(value), (request, _) -> {
            if (field.endByte() > request.sizeBytes()) {
                return new MessageComparison.Line(field.name(), FrameText.number(value), "(left out)", false);
            }
            return line(field.name(), value, field.getLong(request.memory(), request.offset()));
        });
    }

    /**
     * {@return the same, with one word of the frame}
     *
     * @param index word index, 0 being the first of the header
     * @param value the value that it must have
     */
    public RequestPattern word(int index, int value) {
        return and(", word " + index + " 0x" + Integer.toHexString(value), (request, _) -> line("word " + index,
            Integer.toUnsignedLong(value), Integer.toUnsignedLong(request.wordOrZero(index))));
    }

    /**
     * {@return the same, with buffers for so many bytes from the target}
     *
     * @param bytes of all buffers together
     */
    public RequestPattern buffersInto(int bytes) {
        return and(", buffers into " + bytes + " bytes", (_, buffers) -> line("bytes into buffers", bytes, buffers.bytes(Direction.INTO)));
    }

    /**
     * {@return the same, with buffers of so many bytes for the target}
     *
     * @param bytes of all buffers together
     */
    public RequestPattern buffersFrom(int bytes) {
        return and(", buffers from " + bytes + " bytes", (_, buffers) -> line("bytes from buffers", bytes, buffers.bytes(Direction.FROM)));
    }

    /**
     * {@return the same, with data in the buffers for the target}
     *
     * @param data what all of them hold together
     */
    public RequestPattern data(byte... data) {
        byte[] expected = data.clone();
        return and(", data " + shown(expected), (_, buffers) -> {
            byte[] actual = buffers.readAll();
            int differs = Arrays.mismatch(expected, actual);
            return new MessageComparison.Line("data", shown(expected), shown(actual) + (differs < 0 ? "" : ", differs at byte " + differs),
                differs < 0);
        });
    }

    private static String shown(byte[] bytes) {
        int count = Math.min(SHOWN_BYTES, bytes.length);
        return bytes.length + " bytes " + HexFormat.of().formatHex(bytes, 0, count) + (count < bytes.length ? "..." : "");
    }

    /**
     * {@return the same, with a condition of the test's own}
     *
     * @param what the condition in words: {@code "an even cylinder"}
     * @param condition looks at a checked copy of the request
     */
    public RequestPattern that(String what, Predicate<MessageFrame> condition) {
        return and(", " + what, (request, _) -> {
            boolean holds = condition.test(request);
            return new MessageComparison.Line(what, "yes", holds ? "yes" : "no", holds);
        });
    }

    @Override
    public MessageComparison compare(MessageFrame request, DriverBuffers buffers) {
        return new MessageComparison(conditions.stream().map(condition -> condition.check(request, buffers)).toList());
    }

    @Override
    public String description() {
        return name + words;
    }

    @Override
    public String toString() {
        return description();
    }
}
