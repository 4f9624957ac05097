package dev.spine.extension.panic.host.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What editors know of PDL is what the scanner knows. */
class EditorFilesTest {
    private static final Path DIRECTORY = Path.of(System.getProperty("spine.root", "../.."), "docs/editors/pdl");
    private static final Pattern RULE = Pattern.compile("\"name\": \"([a-z.-]+)\\.pdl\",\\s+\"match\": \"(.*)\"");
    private static final Pattern WORDS_OF_TEXT_MATE = Pattern.compile("\\(\\?i\\)\\\\b\\(([A-Z|]+)\\)\\\\b");
    private static final Pattern WORDS_OF_VIM = Pattern.compile("syntax keyword \\w+ (.*)");

    private static String file(String name) throws IOException {
        return Files.readString(DIRECTORY.resolve(name));
    }

    private static Map<String, Pattern> rules() throws IOException {
        Map<String, Pattern> rules = new LinkedHashMap<>();
        Matcher rule = RULE.matcher(file("pdl.tmLanguage.json"));
        while (rule.find()) {
            rules.put(rule.group(1), Pattern.compile(rule.group(2).replace("\\\\", "\\")));
        }
        return rules;
    }

    private static List<String> words(Iterable<String> lists, char between) {
        List<String> all = new ArrayList<>();
        lists.forEach(list -> Splitter.on(between).split(list).forEach(all::add));
        return all.stream().sorted().toList();
    }

    private static List<String> reserved() {
        return Tokens.KEYWORDS.stream().sorted().toList();
    }

    @Test
    void textMateHasEachWordOfTheLanguageOnce() throws IOException {
        assertEquals(reserved(), words(rules().values().stream().map(Pattern::pattern).map(WORDS_OF_TEXT_MATE::matcher)
            .filter(Matcher::matches).map(found -> found.group(1)).toList(), '|'));
    }

    @Test
    void vimHasEachWordOfTheLanguageOnce() throws IOException {
        assertEquals(reserved(), words(WORDS_OF_VIM.matcher(file("pdl.vim")).results().map(found -> found.group(1)).toList(), ' '));
    }

    /** The rule that an editor takes for what begins at a place: the first one in the order of the file. */
    @Test
    void textMateTellsThePiecesOfAProgramApartAsTheScannerDoes() throws IOException {
        Map<String, Pattern> rules = rules();
        for (String text : Examples.texts()) {
            List<String> lines = text.lines().toList();
            for (Token token : Tokens.of(text)) {
                if (token.kind() == Token.Kind.END || ",;:()[]".contains(token.text())) {
                    continue;
                }
                String line = lines.get(token.at().line() - 1);
                Map.Entry<String, Pattern> rule = rules.entrySet().stream().filter(each -> begins(each.getValue(), line, token))
                    .findFirst().orElseThrow(() -> new AssertionError("no rule for " + token));
                Matcher found = rule.getValue().matcher(line);
                assertTrue(found.find(token.at().column() - 1));
                assertEquals(token.text(), found.group());
                assertTrue(rule.getKey().matches(switch (token.kind()) {
                    case KEYWORD -> "keyword\\..*|support\\..*";
                    case NAME -> "variable\\.other";
                    case NUMBER -> "constant\\.numeric";
                    case COMMENT -> "comment\\..*";
                    default -> "keyword\\.operator";
                }), () -> token + " is " + rule.getKey());
            }
        }
    }

    private static boolean begins(Pattern rule, String line, Token token) {
        Matcher found = rule.matcher(line);
        return found.find(token.at().column() - 1) && found.start() == token.at().column() - 1;
    }
}
