package dev.spine.extension.runtime.oracle;

import java.util.LinkedHashMap;
import java.util.Map;

/** The attacks of the corpus, as sources of extensions: {@code attacks.txt} says in which form. */
final class AttackSources {
    private static final String BODY = "---\n";

    private AttackSources() {}

    /** {@return the sources of all, by name} */
    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        Texts.read("attacks.txt").forEach((name, attack) -> all.put(name, source(name, attack)));
        return all;
    }

    private static String source(String name, String attack) {
        int at = attack.startsWith(BODY) ? 0 : attack.indexOf('\n' + BODY) + 1;
        boolean isAllBody = at == 0 && !attack.startsWith(BODY);
        String members = attack.substring(0, at);
        String body = attack.substring(isAllBody ? 0 : at + BODY.length());
        return """
            package red;
            import java.util.*;
            import java.util.function.*;
            import dev.spine.extension.api.*;
            @SuppressWarnings({"unchecked", "rawtypes"})
            public final class Attack implements Extension {
                ExtensionContext context;
                public Attack() {}
                public void start(ExtensionContext given) {
                    context = given;
                    %s
                    given.onMessage(1, this, (self, message) -> self.run(message));
                }
                %s
                Object run(Message message) {
                    %s
                }
            }
            """.formatted(members.contains("void begin()") ? "begin();" : "", members, body).replaceAll("\\bAttack\\b", name);
    }
}
