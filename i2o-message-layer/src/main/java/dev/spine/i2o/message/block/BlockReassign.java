package dev.spine.i2o.message.block;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Gives bad blocks another place. The format of the list of blocks is not public, so a target refuses it as not supported.
 *
 * <p>Source: I2O 1.5 random block storage class; SIG headers.
 *
 * @param timeMultiplier by how much the base time-outs of group 0x0001 are multiplied; 0 counts as 1
 * @param sgl the elements of the list as they stand
 */
public record BlockReassign(int timeMultiplier, List<SglElement> sgl) implements Request {
    /** By how much the base time-outs of group 0x0001 are multiplied; 0 counts as 1. */
    public static final Field TIME_MULTIPLIER = Field.u8("TimeMultiplier", 18);
    /** Entry of the catalogue. */
    public static final MessageKind<BlockReassign> KIND = MessageKind.request(
        Layout.of("BlockReassign", 20, TIME_MULTIPLIER),
        DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_BLOCK_REASSIGN, BlockReassign::parse);

    /** Copies the list. */
    public BlockReassign {
        sgl = List.copyOf(sgl);
    }

    /**
     * Reads the message.
     *
     * @param frame a checked frame of this kind; words that it leaves out count as 0
     * @return its values
     */
    public static BlockReassign parse(MessageFrame frame) {
        return new BlockReassign(TIME_MULTIPLIER.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<BlockReassign> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        TIME_MULTIPLIER.set(frame, timeMultiplier);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
