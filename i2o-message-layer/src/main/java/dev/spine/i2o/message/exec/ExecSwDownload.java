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
 * Sends one fragment of a software module; the fragments come in order. The direction bits of the list mean nothing.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param currentFragment number of this fragment, from 1
 * @param totalFragments number of fragments
 * @param softwareType a value of {@link SoftwareType}
 * @param downloadFlags bits of {@link DownloadFlags}
 * @param softwareBytes bytes of the whole module
 * @param moduleId the organization's number for the module
 * @param organizationId whose module
 * @param sgl the fragment
 */
public record ExecSwDownload(
    int currentFragment, int totalFragments, int softwareType, int downloadFlags,
    int softwareBytes, int moduleId, int organizationId, List<SglElement> sgl)
    implements Request {
    /** Number of this fragment, from 1. */
    public static final Field CURRENT_FRAGMENT = Field.u8("CurrentFragment", 16);
    private static final Field TOTAL_FRAGMENTS = Field.u8("TotalFragments", 17);
    private static final Field SW_TYPE = Field.u8("SwType", 18);
    private static final Field DOWNLOAD_FLAGS = Field.u8("DownloadFlags", 19);
    /** Bytes of the whole module. */
    public static final Field SW_SIZE = Field.u32("SWSize", 20);
    private static final Field MODULE_ID = Field.u16("ModuleID", 24);
    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 26);
    /** Entry of the catalogue. */
    public static final MessageKind<ExecSwDownload> KIND = MessageKind.request(
        Layout.of("ExecSwDownload", 28, CURRENT_FRAGMENT, TOTAL_FRAGMENTS, SW_TYPE, DOWNLOAD_FLAGS, SW_SIZE, MODULE_ID, ORGANIZATION_ID),
        DeviceClass.EXECUTIVE, Function.EXEC_SW_DOWNLOAD, ExecSwDownload::parse);

    /** Copies the list. */
    public ExecSwDownload {
        sgl = List.copyOf(sgl);
    }

    private static ExecSwDownload parse(MessageFrame frame) {
        return new ExecSwDownload(CURRENT_FRAGMENT.get(frame), TOTAL_FRAGMENTS.get(frame), SW_TYPE.get(frame), DOWNLOAD_FLAGS.get(frame),
            SW_SIZE.get(frame), MODULE_ID.get(frame), ORGANIZATION_ID.get(frame), SglElement.readAll(frame, KIND.sglWord(frame)));
    }

    @Override
    public MessageKind<ExecSwDownload> kind() {
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
        DOWNLOAD_FLAGS.set(frame, downloadFlags);
        SW_SIZE.set(frame, softwareBytes);
        MODULE_ID.set(frame, moduleId);
        ORGANIZATION_ID.set(frame, organizationId);
        SglElement.writeAll(frame, KIND.minWords(), sgl);
    }
}
