package dev.spine.command.run;

import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.output.TextTable;
import java.util.Locale;

/** Tables of extensions for people. Any thread. */
public final class ExtensionTables {
    private static final int LONGEST = 1 << 20;

    private ExtensionTables() {}

    /**
     * {@return a row for each extension of an answer}
     *
     * @param answer with the member {@code extensions}
     * @throws RequestException when the answer has another form
     */
    public static TextTable list(Fields answer) throws RequestException {
        TextTable table = new TextTable("on", "extension", "name", "owner", "state", "version", "tied", "activations", "dropped");
        for (Fields extension : answer.objects("extensions")) {
            table.row(extension.text("on", LONGEST), count(extension, "extension"), extension.text("name", LONGEST),
                extension.text("owner", LONGEST), extension.text("state", LONGEST), count(extension, "version"),
                extension.flag("tied") ? "yes" : "no", count(extension, "activations"), count(extension, "dropped"));
        }
        return table;
    }

    static String count(Fields fields, String key) throws RequestException {
        return String.format(Locale.ROOT, "%,d", fields.number(key, Long.MIN_VALUE, Long.MAX_VALUE, 0));
    }
}
