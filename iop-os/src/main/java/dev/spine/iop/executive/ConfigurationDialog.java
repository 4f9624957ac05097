package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.UtilConfigDialog;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * ConfigDialog: small HTML pages about each object. Page 0 says what it is, page 1 is a form for the names that users give it (group
 * 0xF102), page 2 lists its parameter groups; a module may add pages of its own.
 *
 * <p>Source: I2O 1.5 configuration dialog; what the pages hold is the IOP's business.
 */
final class ConfigurationDialog {
    private static final int FIXED_WORDS = 5;
    private static final int MAX_QUERY_BYTES = 1024;
    private static final int IDENTITY = 0;
    private static final int NAMES = 1;
    private static final int GROUPS = 2;

    private final IopDirectory directory;
    private final RequestBuffers buffers;
    private final DeviceParameters parameters;

    ConfigurationDialog(IopDirectory directory, RequestBuffers buffers, DeviceParameters parameters) {
        this.directory = directory;
        this.buffers = buffers;
        this.parameters = parameters;
    }

    /** Answers a request for a page. */
    void onMessage(DeviceSlot slot, KernelRequest request) {
        SglEnd end = buffers.load(request, FIXED_WORDS);
        if (end.isError()) {
            ExecutiveAnswers.refuse(request, end.detailedStatus(), FIXED_WORDS * Integer.BYTES);
        } else if (buffers.count() == 0) {
            ExecutiveAnswers.of(request, DetailedStatus.MISSING_PARAMETER);
        } else if (!buffers.admits(0, BusWindow.Direction.WRITE) || (buffers.count() > 1 && !buffers.admits(1, BusWindow.Direction.READ))) {
            ExecutiveAnswers.of(request, DetailedStatus.INVALID_PARAMETER);
        } else {
            answer(slot, request, UtilConfigDialog.KIND.parse(request.frame()).pageNumber());
        }
    }

    private void answer(DeviceSlot slot, KernelRequest request, int number) {
        String page = page(slot, number, query());
        if (page == null) {
            ExecutiveAnswers.of(request, DetailedStatus.NO_SUCH_PAGE);
            return;
        }
        // The text ends with a NUL, so that who shows it finds its end.
        byte[] text = page.getBytes(StandardCharsets.US_ASCII);
        MemorySegment whole = MemorySegment.ofArray(new byte[text.length + 1]);
        MemorySegment.copy(MemorySegment.ofArray(text), 0, whole, 0, text.length);
        int room = buffers.bytes(0);
        buffers.write(0, whole, (int) Math.min(room, whole.byteSize()));
        if (room < whole.byteSize()) {
            ExecutiveAnswers.status(request, RequestStatus.ERROR_PARTIAL_TRANSFER, DetailedStatus.REPLY_BUFFER_FULL);
        } else {
            ExecutiveAnswers.done(request);
        }
    }

    private String query() {
        if (buffers.count() < 2) {
            return "";
        }
        MemorySegment entered = buffers.read(1);
        return Octets.read(entered, 0, (int) Math.min(MAX_QUERY_BYTES, entered.byteSize())).text();
    }

    private @Nullable String page(DeviceSlot slot, int number, String query) {
        return switch (number) {
            case IDENTITY -> identity(slot);
            case NAMES -> names(slot, query);
            case GROUPS -> groups(slot);
            default -> number >= ConfigurationPages.FIRST_OWN_PAGE && slot.module() instanceof ConfigurationPages own
                ? own.page(number, query) : null;
        };
    }

    private String identity(DeviceSlot slot) {
        DeviceDescription device = slot.module().description();
        return html(slot, row("TID", hex(slot.tid())) + row("Class", ClassId.of(device.classId()).toString())
            + row("Product", device.product()) + row("User", slot.userTid() == Tid.NONE ? "none" : hex(slot.userTid()))
            + row("State", slot.isSuspended() ? "suspended" : directory.state().name()));
    }

    private String names(DeviceSlot slot, String query) {
        UserNames names = parameters.names(slot.tid());
        for (String pair : query.isEmpty() ? List.<String>of() : List.of(query.split("&", -1))) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                names.set(pair.substring(0, equals), decoded(pair.substring(equals + 1)));
            }
        }
        StringBuilder fields = new StringBuilder("<form method=get>");
        for (String field : UserNames.TEXTS) {
            String value = escaped(names.text(field));
            fields.append(field).append(" <input name=").append(field).append(" value=\"").append(value).append("\"><br>");
        }
        return html(slot, fields.append("<input type=submit></form>").toString());
    }

    private String groups(DeviceSlot slot) {
        StringBuilder rows = new StringBuilder();
        for (ParameterGroup group : parameters.of(slot).groups()) {
            rows.append(row(hex(group.number()), group.name()));
        }
        return html(slot, rows.toString());
    }

    private static String html(DeviceSlot slot, String body) {
        String name = escaped(slot.module().description().name());
        return "<html><head><title>" + name + "</title></head><body><h1>" + name + "</h1><table>" + body + "</table></body></html>";
    }

    private static String row(String name, String value) {
        return "<tr><td>" + escaped(name) + "</td><td>" + escaped(value) + "</td></tr>";
    }

    private static String hex(int value) {
        return String.format(Locale.ROOT, "0x%03X", value);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            // A sender may write anything: what is not encoded stands for itself.
            return text;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
