package dev.spine.i2o.message;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Asks for a page of the configuration dialog: an HTML text. What the user entered comes back as an HTTP query. Immutable; any thread.
 *
 * <p>Source: I2O 1.5 configuration dialog; SIG utility header.
 *
 * @param pageNumber which page, 0 for the first
 * @param sgl the buffer for the page, then, if the user entered something, the query
 */
public record UtilConfigDialog(int pageNumber, List<SglElement> sgl) implements Request {
    /** Entry of the catalogue. */
    public static final MessageKind<UtilConfigDialog> KIND = MessageKind.of(UtilConfigDialog.class, "UtilConfigDialog",
        20, DeviceClass.ANY, Function.UTIL_CONFIG_DIALOG, Field.u32("PageNumber", 16));

    /** Copies the list. */
    public UtilConfigDialog {
        sgl = List.copyOf(sgl);
    }
}
