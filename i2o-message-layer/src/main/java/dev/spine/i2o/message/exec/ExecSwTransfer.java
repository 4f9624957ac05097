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
 * Sends or fetches one fragment of a software module.
 *
 * <p>Source: I2O 1.5 executive messages; SIG executive header.
 *
 * @param kind which of them
 * @param currentFragment number of this fragment, from 1
 * @param totalFragments number of fragments
 * @param softwareType a value of {@link SoftwareType}
 * @param flags of a download, bits of {@link DownloadFlags}; of an upload 0, its bits are not public
 * @param softwareBytes bytes of the whole module
 * @param moduleId the organization's number for the module
 * @param organizationId whose module
 * @param sgl the fragment, or the buffer for it
 */
public record ExecSwTransfer(
    MessageKind<ExecSwTransfer> kind, int currentFragment, int totalFragments, int softwareType, int flags,
    int softwareBytes, int moduleId, int organizationId, List<SglElement> sgl)
    implements Request {
    /** Number of this fragment, from 1. */
    public static final Field CURRENT_FRAGMENT = Field.u8("CurrentFragment", 16);
    private static final Field TOTAL_FRAGMENTS = Field.u8("TotalFragments", 17);
    private static final Field SW_TYPE = Field.u8("SwType", 18);
    private static final Field DOWNLOAD_FLAGS = Field.u8("DownloadFlags", 19);
    private static final Field UPLOAD_FLAGS = Field.u8("UploadFlags", 19);
    /** Bytes of the whole module. */
    public static final Field SW_SIZE = Field.u32("SWSize", 20);
    private static final Field MODULE_ID = Field.u16("ModuleID", 24);
    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 26);
    /** Sends one; the fragments come in order. The direction bits of the list mean nothing. */
    public static final MessageKind<ExecSwTransfer> DOWNLOAD = MessageKind.request(layout("ExecSwDownload", DOWNLOAD_FLAGS),
        DeviceClass.EXECUTIVE, Function.EXEC_SW_DOWNLOAD, frame -> parse(ExecSwTransfer.DOWNLOAD, frame));
    /** Fetches one of a module that the IOP has stored. */
    public static final MessageKind<ExecSwTransfer> UPLOAD = MessageKind.request(layout("ExecSwUpload", UPLOAD_FLAGS),
        DeviceClass.EXECUTIVE, Function.EXEC_SW_UPLOAD, frame -> parse(ExecSwTransfer.UPLOAD, frame));

    /** Copies the list. */
    public ExecSwTransfer {
        sgl = List.copyOf(sgl);
    }

    private static Layout layout(String name, Field flags) {
        return Layout.of(name, 28, CURRENT_FRAGMENT, TOTAL_FRAGMENTS, SW_TYPE, flags, SW_SIZE, MODULE_ID, ORGANIZATION_ID);
    }

    private static ExecSwTransfer parse(MessageKind<ExecSwTransfer> kind, MessageFrame frame) {
        return new ExecSwTransfer(kind, CURRENT_FRAGMENT.get(frame), TOTAL_FRAGMENTS.get(frame), SW_TYPE.get(frame),
            DOWNLOAD_FLAGS.get(frame), SW_SIZE.get(frame), MODULE_ID.get(frame), ORGANIZATION_ID.get(frame),
            SglElement.readAll(frame, kind.sglWord(frame)));
    }

    @Override
    public int sizeWords() {
        return kind.minWords() + SglElement.words(sgl);
    }

    @Override
    public void emit(MessageFrame frame, Header header) {
        kind.beginRequest(frame, header, sizeWords(), 0, kind.minWords());
        CURRENT_FRAGMENT.set(frame, currentFragment);
        TOTAL_FRAGMENTS.set(frame, totalFragments);
        SW_TYPE.set(frame, softwareType);
        DOWNLOAD_FLAGS.set(frame, flags);
        SW_SIZE.set(frame, softwareBytes);
        MODULE_ID.set(frame, moduleId);
        ORGANIZATION_ID.set(frame, organizationId);
        SglElement.writeAll(frame, kind.minWords(), sgl);
    }

    @Override
    public String toString() {
        return kind.name() + "[currentFragment=" + currentFragment + ", totalFragments=" + totalFragments + ", softwareType=" + softwareType
            + (kind.equals(DOWNLOAD) ? ", downloadFlags=" : ", uploadFlags=") + flags + ", softwareBytes=" + softwareBytes + ", moduleId="
            + moduleId + ", organizationId=" + organizationId + ", sgl=" + sgl + "]";
    }
}
