package dev.spine.host.testkit.script;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;

/**
 * A request of the block storage class, in its own words; each method gives a pattern that asks for more. Immutable; any thread.
 *
 * <pre>{@code
 * blockWrite().to(0x008).atByte(4096).data(bytes)
 * }</pre>
 */
public final class BlockPattern implements RequestMatcher {
    private final RequestPattern pattern;
    private final Field countField;
    private final Field addressField;

    private BlockPattern(RequestPattern pattern, Field countField, Field addressField) {
        this.pattern = pattern;
        this.countField = countField;
        this.addressField = addressField;
    }

    static BlockPattern of(MessageKind<?> kind, String words, Field countField, Field addressField) {
        return new BlockPattern(RequestPattern.of(kind).called(words), countField, addressField);
    }

    private BlockPattern with(RequestPattern more) {
        return new BlockPattern(more, countField, addressField);
    }

    /** {@return the same, to one device} */
    public BlockPattern to(int tid) {
        return with(pattern.to(tid));
    }

    /**
     * {@return the same, at a place of the medium}
     *
     * @param byteAddress in bytes from its beginning
     */
    public BlockPattern atByte(long byteAddress) {
        return with(pattern.with(addressField, byteAddress));
    }

    /**
     * {@return the same, of a size}
     *
     * @param byteCount in bytes
     */
    public BlockPattern bytes(int byteCount) {
        return with(pattern.with(countField, byteCount));
    }

    /**
     * {@return the same, with data for the medium}
     *
     * @param data what the buffers hold together
     */
    public BlockPattern data(byte... data) {
        return with(pattern.data(data));
    }

    /**
     * {@return the same, with a field of the message}
     *
     * @param fieldName in the architecture's spelling
     * @param value the value that it must have
     */
    public BlockPattern with(String fieldName, long value) {
        return with(pattern.with(fieldName, value));
    }

    @Override
    public MessageComparison compare(MessageFrame request, DriverBuffers buffers) {
        return pattern.compare(request, buffers);
    }

    @Override
    public String description() {
        return pattern.description();
    }

    @Override
    public String toString() {
        return description();
    }
}
