package dev.spine.i2o.message.exec;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;

/**
 * Sends or fetches one fragment of a software module. Immutable; any thread.
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
    public static final Field CURRENT_FRAGMENT = Field.u8("CurrentFragment", 16);
    private static final Field TOTAL_FRAGMENTS = Field.u8("TotalFragments", 17);
    private static final Field SW_TYPE = Field.u8("SwType", 18);
    private static final Field DOWNLOAD_FLAGS = Field.u8("DownloadFlags", 19);
    private static final Field UPLOAD_FLAGS = Field.u8("UploadFlags", 19);
    public static final Field SW_SIZE = Field.u32("SWSize", 20);
    private static final Field MODULE_ID = Field.u16("ModuleID", 24);
    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 26);
    /** Sends one; the fragments come in order. The direction bits of the list mean nothing. */
    public static final MessageKind<ExecSwTransfer> DOWNLOAD = MessageKind.of(ExecSwTransfer.class, "ExecSwDownload",
        28, DeviceClass.EXECUTIVE, Function.EXEC_SW_DOWNLOAD, CURRENT_FRAGMENT, TOTAL_FRAGMENTS, SW_TYPE,
        DOWNLOAD_FLAGS, SW_SIZE, MODULE_ID, ORGANIZATION_ID);
    /** Fetches one of a module that the IOP has stored. */
    public static final MessageKind<ExecSwTransfer> UPLOAD = MessageKind.of(ExecSwTransfer.class, "ExecSwUpload", 28,
        DeviceClass.EXECUTIVE, Function.EXEC_SW_UPLOAD, CURRENT_FRAGMENT, TOTAL_FRAGMENTS, SW_TYPE, UPLOAD_FLAGS,
        SW_SIZE, MODULE_ID, ORGANIZATION_ID);

    /** Copies the list. */
    public ExecSwTransfer {
        sgl = List.copyOf(sgl);
    }

    @Override
    public String toString() {
        return kind.name() + "[currentFragment=" + currentFragment + ", totalFragments=" + totalFragments + ", softwareType=" + softwareType
            + (kind.equals(DOWNLOAD) ? ", downloadFlags=" : ", uploadFlags=") + flags + ", softwareBytes=" + softwareBytes + ", moduleId="
            + moduleId + ", organizationId=" + organizationId + ", sgl=" + sgl + "]";
    }
}
