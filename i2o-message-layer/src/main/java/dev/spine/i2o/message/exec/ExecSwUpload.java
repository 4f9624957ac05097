package dev.spine.i2o.message.exec;

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
 * Fetches one fragment of a software module that the IOP has stored.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param currentFragment number of this fragment, from 1
 * @param totalFragments number of fragments
 * @param softwareType a value of {@link SoftwareType}
 * @param uploadFlags 0; its bits are not public
 * @param softwareBytes bytes of the whole module
 * @param moduleId the organization's number for the module
 * @param organizationId whose module
 * @param sgl the buffer for the fragment
 */
public record ExecSwUpload(
    int currentFragment, int totalFragments, int softwareType, int uploadFlags,
    int softwareBytes, int moduleId, int organizationId, List<SglElement> sgl)
    implements Request {
    /** Number of this fragment, from 1. */
    public static final Field CURRENT_FRAGMENT = Field.u8("CurrentFragment", 16);
    private static final Field TOTAL_FRAGMENTS = Field.u8("TotalFragments", 17);
    private static final Field SW_TYPE = Field.u8("SwType", 18);
    private static final Field UPLOAD_FLAGS = Field.u8("UploadFlags", 19);
    private static final Field SW_SIZE = Field.u32("SWSize", 20);
    private static final Field MODULE_ID = Field.u16("ModuleID", 24);
    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSwUpload> KIND = MessageKind.request(
        Layout.of("ExecSwUpload", 28, CURRENT_FRAGMENT, TOTAL_FRAGMENTS, SW_TYPE, UPLOAD_FLAGS, SW_SIZE, MODULE_ID, ORGANIZATION_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_SW_UPLOAD, ExecSwUpload::parse);

    /** Copies the list. */
    public ExecSwUpload {
        sgl = List.copyOf(sgl);
    }

    private static ExecSwUpload parse(MessageFrame frame) {
        return new ExecSwUpload(CURRENT_FRAGMENT.get(frame), TOTAL_FRAGMENTS.get(frame), SW_TYPE.get(frame), UPLOAD_FLAGS.get(frame),
            SW_SIZE.get(frame), MODULE_ID.get(frame), ORGANIZATION_ID.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecSwUpload> kind() {
        return KIND;
    }

    @Override
    public int sizeWords() {
        return KIND.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        KIND.beginRequest(frame, header, sizeWords(), 0, KIND.minWords());
        CURRENT_FRAGMENT.set(frame, currentFragment);
        TOTAL_FRAGMENTS.set(frame, totalFragments);
        SW_TYPE.set(frame, softwareType);
        UPLOAD_FLAGS.set(frame, uploadFlags);
        SW_SIZE.set(frame, softwareBytes);
        MODULE_ID.set(frame, moduleId);
        ORGANIZATION_ID.set(frame, organizationId);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
