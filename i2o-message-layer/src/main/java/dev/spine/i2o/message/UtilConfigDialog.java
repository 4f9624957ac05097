package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Asks for a page of the configuration dialog: an HTML text. What the user entered comes back as an HTTP query.
 *
 * <p>Source: I2O 1.5 configuration dialog; SIG utility header.
 *
 * @param pageNumber which page, 0 for the first
 * @param sgl the buffer for the page, then, if the user entered something, the query
 */
public record UtilConfigDialog(int pageNumber, List<SglElement> sgl) implements Request {
    private static final Field PAGE_NUMBER = Field.u32("PageNumber", 16);
    /** Entry of the catalogue. */
    public static final MessageKind<UtilConfigDialog> KIND = MessageKind.request(
        Layout.of("UtilConfigDialog", 20, PAGE_NUMBER),
        DeviceClass.ANY, Function.UTIL_CONFIG_DIALOG, UtilConfigDialog::parse);

    /** Copies the list. */
    public UtilConfigDialog {
        sgl = List.copyOf(sgl);
    }

    private static UtilConfigDialog parse(MessageFrame frame) {
        return new UtilConfigDialog(PAGE_NUMBER.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<UtilConfigDialog> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        PAGE_NUMBER.set(frame, pageNumber);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
